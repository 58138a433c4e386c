import { html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { copyable } from '#core/web/parts/feedback.ts';
import { navigation } from './navigation.ts';
import type { PageFrame } from './views.ts';

interface KeyView extends PageFrame {
  readonly heading: string;
  readonly username: string;
  readonly key: string;
  /** Where one goes on. */
  readonly next: { readonly path: string; readonly label: string };
}

/** The answer that holds a key, for people without script. Going back to it does not show it again. */
export function keyPage(view: KeyView): string {
  const { assets, user, heading, username, key, next } = view;
  return page({
    title: heading,
    assets,
    navigation: navigation(view),
    user,
    body: html`<div class="card stack">
      <h1>${heading}</h1>
      <p>For <strong>${username}</strong>. It is shown only once and not stored: copy it now.</p>
      ${copyable('the key', key)}
      <p><a class="button" href="${next.path}">${next.label}</a></p>
    </div>`,
  });
}
