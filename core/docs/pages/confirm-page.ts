import { html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { navigation } from './navigation.ts';
import type { PageFrame, Question } from './views.ts';

interface ConfirmView extends PageFrame, Question {
  /** Where the answer goes, with the same fields once more. */
  readonly target: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Asks without script what a dialog asks with it. */
export function confirmPage(view: ConfirmView): string {
  const { assets, user, question, text, verb, back, target, fields } = view;
  return page({
    title: question,
    assets,
    navigation: navigation(view),
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
