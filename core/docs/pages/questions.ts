import { html, type Html } from '#core/web/html.ts';
import type { Question } from './views.ts';

// What is asked before something is gone: in a dialog, or on a page of its own without script.

export const replaceKey: Question = {
  question: 'Replace your key?',
  text: 'The old one and all your sessions end at once. The new one is shown once.',
  verb: 'Replace it',
  back: '/',
};

export const removalText =
  'Its record, its site and everybody’s access go for good. The repository stays as it is.';

export function removeProject(name: string): Question {
  return { question: `Delete ${name}?`, text: removalText, verb: 'Delete', back: '/' };
}

/** For the element around a form. */
export function asked({ question, text, verb }: Question): Html {
  return html`confirm="${question}" confirm-text="${text}" confirm-verb="${verb}"`;
}
