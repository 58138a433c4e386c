import type { Way } from '../frame.ts';
import { html } from '../html.ts';
import { page } from '../page.ts';
import type { PageAssets } from '../page-assets.ts';

const headings: Readonly<Record<number, string>> = {
  403: 'You cannot do this',
  404: 'Page not found',
  405: 'Nothing to show here',
  409: 'Not right now',
};

/** For people, in place of the messages of the API. */
const sentences: Readonly<Record<string, string>> = {
  no_route: 'There is no page at this address.',
  wrong_method: 'This address only accepts a form submitted from another page.',
  admin_only: 'Only administrators can open this page.',
  payload_too_large: 'This is too large for a form. Send less, or use the command line.',
  cross_origin: 'The form was sent from another site. Open the page here and send it again.',
};

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly ways: readonly Way[];
  /** The service's own sentences, by code. */
  readonly sentences?: Readonly<Record<string, string>>;
}

/** The page for a failure that programs get as JSON. */
export function errorPage(assets: PageAssets, problem: Problem): string {
  const { status, code, message, ways } = problem;
  const heading =
    headings[status] ?? (status >= 500 ? 'Something went wrong' : 'That did not work');
  const sentence = problem.sentences?.[code] ?? sentences[code] ?? message;
  return page({
    title: heading,
    description: sentence,
    assets,
    layout: 'narrow',
    body: html`<div class="card stack">
      <h1>${heading}</h1>
      <p class="break">${sentence}</p>
      <p class="row-actions">
        ${ways.map(({ url, label }) => html`<a class="button" href="${url}">${label}</a>`)}
      </p>
    </div>`,
  });
}
