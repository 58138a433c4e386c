import type { Frame, Question } from '../frame.ts';
import { html } from '../html.ts';
import { page } from '../page.ts';

interface Confirm extends Question {
  /** Where the form is sent again, with the same fields. */
  readonly target: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Asks for confirmation without script; with script a dialog does. */
export function confirmPage(
  { assets, navigation, user }: Frame,
  { question, text, verb, back, target, fields }: Confirm,
): string {
  return page({
    title: question,
    description: text,
    assets,
    navigation,
    user,
    body: html`<div class="card stack">
      <h1>${question}</h1>
      <p>${text}</p>
      <form class="row-actions" method="post" action="${target}">
        ${Object.entries(fields).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <input type="hidden" name="sure" value="yes" />
        <button class="button danger">${verb}</button>
        <a class="button" href="${back}">Cancel</a>
      </form>
    </div>`,
  });
}
