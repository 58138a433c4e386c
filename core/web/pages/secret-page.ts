import type { Frame, Way } from '../frame.ts';
import { html } from '../html.ts';
import { page } from '../page.ts';
import { copyable } from '../parts/feedback.ts';

export interface Secret {
  readonly heading: string;
  /** Whose it is. */
  readonly owner: string;
  /** What is copied, such as `the key`. */
  readonly what: string;
  readonly secret: string;
  readonly next: Way;
}

/** Shows a secret once, to people without script. */
export function secretPage(
  { assets, navigation, user }: Frame,
  { heading, owner, what, secret, next }: Secret,
): string {
  return page({
    title: heading,
    description: `${heading}: it is shown only once.`,
    assets,
    navigation,
    user,
    body: html`<div class="card stack">
      <h1>${heading}</h1>
      <p>For <strong>${owner}</strong>. It is shown only once and not stored: copy it now.</p>
      ${copyable(what, secret)}
      <p><a class="button" href="${next.url}">${next.label}</a></p>
    </div>`,
  });
}
