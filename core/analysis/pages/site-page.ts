import { html, type Html, type HtmlValue } from '#core/web/html.ts';
import type { Frame } from '#core/web/frame.ts';
import { page } from '#core/web/page.ts';
import { navigation, type PageFrame, type Place } from './analysis-site.ts';

type Content = Omit<Parameters<typeof page>[0], keyof Frame>;

/** A page; `current` is the link in the header that leads to it. */
export function sitePage(
  { assets, user, caller }: PageFrame,
  { current, ...content }: Content & { readonly current?: Place },
): string {
  return page({ ...content, assets, user, navigation: navigation(caller, current) });
}

interface Section {
  /** Its heading has the id `<name>-title`. */
  readonly name: string;
  readonly title: HtmlValue;
  readonly hint?: HtmlValue;
  /** At the end of the line of the heading. */
  readonly actions?: HtmlValue;
  readonly body: HtmlValue;
}

/** A part of a page under its heading, with the part's name as its id. */
export function section({ name, title, hint, actions, body }: Section): Html {
  return html`<section class="section" id="${name}" aria-labelledby="${name}-title">
    <div class="section-heading">
      <div>
        <h2 id="${name}-title">${title}</h2>
        ${hint !== undefined && html`<p>${hint}</p>`}
      </div>
      ${actions}
    </div>
    ${body}
  </section>`;
}
