import { html, type Html } from '#core/web/html.ts';
import { mark } from '#core/web/mark.ts';
import { page } from '#core/web/page.ts';
import type { PageAssets } from '#core/web/page-assets.ts';
import { field, formError } from '#core/web/parts/form.ts';
import { localPath } from '#core/web/urls.ts';

export interface LoginView {
  readonly assets: PageAssets;
  /** Why the last attempt failed. */
  readonly error?: string;
  /** From the last attempt. */
  readonly username?: string;
  /** Where to go after the login; anything but a path of this site is dropped. */
  readonly next?: string;
  /** From a link that signs in: one button, as programs that preview links use it up otherwise. */
  readonly link?: string;
  /** Where the administrator of this machine finds the key. */
  readonly keyPlace?: string;
}

export function loginPage(view: LoginView): string {
  const { assets, error, link } = view;
  const { service = 'Lantern' } = assets;
  const next = localPath(view.next, '');
  return page({
    title: `Sign in to ${service}`,
    description: `Sign in to the ${service.toLowerCase()} of Lantern with your API key.`,
    assets,
    layout: 'narrow',
    body: html`<div class="card sign-in">
      <div class="sign-in-head">
        ${mark()}
        <h1>Sign in</h1>
        <p class="muted">${service}</p>
      </div>
      <lantern-form native>
        <form class="form" method="post" action="/login">
          ${formError(error)}
          ${
            link === undefined
              ? fields(view)
              : html`<input type="hidden" name="link" value="${link}" />`
          }
          ${next !== '' && html`<input type="hidden" name="next" value="${next}" />`}
          <button class="button primary large wide">
            ${link === undefined ? 'Sign in' : 'Sign in as admin'}
          </button>
        </form>
      </lantern-form>
    </div>`,
  });
}

function fields({ error, username = '', keyPlace }: LoginView): Html {
  const isRetry = error !== undefined && username !== '';
  return html`${field('login', {
    name: 'username',
    label: 'Username',
    value: username,
    required: true,
    autofocus: !isRetry,
    autocomplete: 'username',
    literal: true,
  })}
  ${field('login', {
    name: 'api_key',
    label: 'API key',
    type: 'password',
    required: true,
    autofocus: isRetry,
    autocomplete: 'current-password',
    hint: keyPlace
      ? `The user admin has the key ADMIN_KEY ${keyPlace}.`
      : 'An administrator created it for you. It was shown once.',
  })}`;
}
