import { html } from '#core/web/html.ts';
import { mark } from '#core/web/mark.ts';
import { page } from '#core/web/page.ts';
import { field } from '#core/web/parts/form.ts';
import { localPath } from '#core/web/urls.ts';
import type { PageFrame } from '../analysis-site.ts';

export interface RegisterView extends Pick<PageFrame, 'assets'> {
  readonly username?: string;
  /** Where it leads. */
  readonly next?: string | undefined;
  /** A form that was sent without a name: it is sent on to `next` with the name. */
  readonly waiting?: Readonly<Record<string, string>>;
  readonly error?: string;
}

/** Asks for the name that signs comments and reviews. */
export function registerPage(view: RegisterView): string {
  const { assets, username = '', waiting, error } = view;
  const next = localPath(view.next, '');
  return page({
    title: 'Your name',
    description: 'Choose the name that signs your comments, reviews and changes.',
    assets,
    layout: 'narrow',
    body: html`<div class="card sign-in">
      <div class="sign-in-head">
        ${mark()}
        <h1>Your name</h1>
        <p class="muted">It signs your comments, reviews and changes.</p>
      </div>
      <lantern-form native>
        <form class="form" method="post" action="/register">
          ${
            waiting !== undefined &&
            html`<p class="notice info">
              Your text is not lost: it is saved once you enter a name.
            </p>`
          }
          ${field('register', {
            name: 'register_name',
            label: 'Name',
            value: username,
            required: true,
            autofocus: true,
            autocomplete: 'username',
            maxLength: 50,
            literal: true,
            hint: 'Names are not verified: anyone can use any name here. A name gives no rights.',
            ...(error !== undefined && { error }),
          })}
          ${next !== '' && html`<input type="hidden" name="register_next" value="${next}" />`}
          ${
            waiting !== undefined &&
            html`<input type="hidden" name="register_waiting" value="yes" /> ${Object.entries(
                waiting,
              ).map(
                ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
              )}`
          }
          <button class="button primary large wide">
            ${waiting === undefined ? 'Use this name' : 'Use this name and save'}
          </button>
        </form>
      </lantern-form>
      <p class="section-gap muted">
        Do you have an API key?
        <a href="${`/login?next=${encodeURIComponent(next || '/')}`}">Sign in</a>
      </p>
    </div>`,
  });
}

const own = ['register_name', 'register_next', 'register_waiting'];

/** The form that waits for a name. */
export function waitingFields(
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  if (fields['register_waiting'] !== 'yes') return undefined;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !own.includes(name)));
}
