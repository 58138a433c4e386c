import { html, type Html, type HtmlValue } from '#core/web/html.ts';

/** Facts in columns. Those without a value are left out. */
export function facts(rows: readonly (readonly [name: string, value: HtmlValue])[]): Html {
  return html`<dl class="log-facts">
    ${rows
      .filter(([, value]) => value !== null && value !== false && value !== '')
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;
}
