import { html, type Html } from '#core/web/html.ts';
import { formError } from '#core/web/parts/form.ts';
import { keyDialog } from './key-dialog.ts';
import { asked, replaceKey } from './questions.ts';

/** For users who have a row: the holder of ADMIN_KEY changes a setting instead. */
export function ownKey(): Html {
  const signIn = html`<p>
    All your sessions have ended. <a href="/login">Sign in with the new key</a>
  </p>`;
  return html`<details class="more section">
      <summary>Replace your API key…</summary>
      <lantern-form show="own-key" ${asked(replaceKey)}>
        <form class="form" method="post" action="/key">
          ${formError()}<button class="button">Create a new key</button>
        </form>
      </lantern-form>
    </details>
    ${keyDialog('own-key', 'Your API key was replaced', 'new_api_key', signIn)}`;
}
