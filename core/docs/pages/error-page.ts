import { html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import type { PageAssets } from '#core/web/page-assets.ts';

const headings: Readonly<Record<number, string>> = {
  403: 'You cannot do this',
  404: 'Page not found',
  405: 'Nothing to show here',
  409: 'Not right now',
};

/** What programs read in an interface's own words. */
const sentences: Readonly<Record<string, string>> = {
  no_route: 'There is no page at this address.',
  wrong_method: 'This address only takes a form of another page.',
};

/** What a person reads where a program gets JSON. */
export function errorPage(
  assets: PageAssets,
  status: number,
  { code, message }: { readonly code: string; readonly message: string },
): string {
  const heading =
    headings[status] ?? (status >= 500 ? 'Something went wrong' : 'That did not work');
  return page({
    title: heading,
    assets,
    layout: 'narrow',
    body: html`<div class="card stack">
      <h1>${heading}</h1>
      <p class="break">${sentences[code] ?? message}</p>
      <p><a class="button" href="/">Back to the projects</a></p>
    </div>`,
  });
}
