import { asked } from '#core/web/parts/asked.ts';
import { html, type Html } from '#core/web/html.ts';
import { formError } from '#core/web/parts/form.ts';
import { secretDialog } from '#core/web/parts/secret-dialog.ts';
import { replaceKey } from '../questions.ts';

const replaced = { title: 'Your API key was replaced', what: 'the key' };

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
    ${secretDialog('own-key', { ...replaced, field: 'new_api_key' }, signIn)}`;
}
