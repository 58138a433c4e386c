import { html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import type { PageAssets } from '#core/web/page-assets.ts';

const headings: Readonly<Record<number, string>> = {
  403: 'Not yours to do',
  404: 'Nothing here',
  409: 'Not right now',
};

/** What a person reads where a program would get JSON. */
export function errorPage(assets: PageAssets, status: number, detail: string): string {
  const heading =
    headings[status] ?? (status >= 500 ? 'Something went wrong' : 'That did not work');
  return page({
    title: heading,
    assets,
    layout: 'narrow',
    body: html`<div class="card stack">
      <h1>${heading}</h1>
      <p class="break">${detail}</p>
      <p><a class="button" href="/">Back to the projects</a></p>
    </div>`,
  });
}
