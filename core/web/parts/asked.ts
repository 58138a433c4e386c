import type { Question } from '../frame.ts';
import { html, type Html } from '../html.ts';

/** For the element around a form. */
export function asked({ question, text, verb }: Question): Html {
  return html`confirm="${question}" confirm-text="${text}" confirm-verb="${verb}"`;
}
