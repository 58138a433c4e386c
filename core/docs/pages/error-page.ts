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
  no_file: 'There is no documentation at this address, or you have no access to it.',
  admin_only: 'Only administrators can open this page.',
  cross_origin: 'The form was sent from another site. Open the page here and send it again.',
  read_only: 'You can read here, and change nothing. Ask an administrator for the role user.',
};

interface Way {
  readonly url: string;
  readonly label: string;
}

const projects: Way = { url: '/', label: 'Back to the projects' };

/** Where a reader goes on who looked for a page of a site. */
export function waysFrom(site?: { readonly name: string; readonly url: string }): readonly Way[] {
  const list = { url: '/docs', label: 'All documentation' };
  return site ? [{ url: site.url, label: `First page of ${site.name}` }, list] : [list];
}

/** What a person reads where a program gets JSON. */
export function errorPage(
  assets: PageAssets,
  status: number,
  { code, message }: { readonly code: string; readonly message: string },
  ways: readonly Way[] = [projects],
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
      <p class="row-actions">
        ${ways.map(({ url, label }) => html`<a class="button" href="${url}">${label}</a>`)}
      </p>
    </div>`,
  });
}
