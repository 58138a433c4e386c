import { html } from '#core/web/html.ts';
import { mark } from '#core/web/mark.ts';
import { page } from '#core/web/page.ts';
import type { PageAssets } from '#core/web/page-assets.ts';
import { field, formError } from '#core/web/parts/form.ts';
import { localPath } from '#core/web/urls.ts';

/** Asks for LOGS_KEY. */
export function logsLoginPage(view: {
  readonly assets: PageAssets;
  readonly next: string;
  readonly error?: string;
}): string {
  return page({
    title: 'Sign in to deliveries',
    description: 'Sign in with the key of the log viewer to read deliveries.',
    assets: view.assets,
    layout: 'narrow',
    body: html`<div class="card sign-in">
      <div class="sign-in-head">
        ${mark()}
        <h1>Sign in</h1>
        <p class="muted">Deliveries contain what people wrote, so reading them needs a key.</p>
      </div>
      <lantern-form native>
        <form class="form" method="post" action="/logs/login">
          ${formError(view.error)}
          ${field('login', {
            name: 'key',
            label: 'Key',
            type: 'password',
            required: true,
            autofocus: true,
            autocomplete: 'current-password',
            hint: 'The value of LOGS_KEY on the server.',
          })}
          <input type="hidden" name="next" value="${localPath(view.next, '/logs/deliveries')}" />
          <button class="button primary large wide">Sign in</button>
        </form>
      </lantern-form>
      <p><a href="/logs">Back to the log</a></p>
    </div>`,
  });
}
