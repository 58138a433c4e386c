import { html, type Html } from '../html.ts';

interface Pager {
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** The address of another page. */
  readonly to: (page: number) => string;
  /** The rows of this page among all. */
  readonly range?: { readonly from: number; readonly shown: number; readonly all: number };
  /** The texts of the links to the page before and the page after. */
  readonly names?: readonly [string, string];
}

/** From 1; other texts are the first page. */
export function pageOf(text: string | undefined, pages: number): number {
  return Math.min(pages, /^\d{1,6}$/.test(text ?? '') ? Math.max(1, Number(text)) : 1);
}

/** Links through the pages of a list; false: it has one page. */
export function pager({ label, page, pages, to, range, names }: Pager): Html | false {
  if (pages <= 1) return false;
  const [before, after] = names ?? ['Newer', 'Older'];
  return html`<nav class="pager" aria-label="${label}">
    ${page > 1 && html`<a class="button" rel="prev" href="${to(page - 1)}">${before}</a>`}
    <span>${range ? rangeText(range) : `Page ${page} of ${pages}`}</span>
    ${page < pages && html`<a class="button" rel="next" href="${to(page + 1)}">${after}</a>`}
  </nav>`;
}

/** Such as `51 to 100 of 1,234`. */
function rangeText({ from, shown, all }: NonNullable<Pager['range']>): string {
  const [first, last, total] = [from, from + shown - 1, all].map((each) =>
    each.toLocaleString('en'),
  );
  return `${first} to ${last} of ${total}`;
}
