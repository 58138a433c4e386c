import { html, type Html, type HtmlValue } from '../html.ts';

interface Fold {
  readonly summary: HtmlValue;
  /** Absent: there is nothing to unfold. */
  readonly body?: Html | undefined;
  /** Something in it wants a look. */
  readonly isWarning?: boolean;
  readonly isOpen?: boolean;
}

/** A card of rows, each of which unfolds; it needs no script. */
export function folds(rows: readonly (Fold | false)[]): Html {
  return html`<div class="folds">
    ${rows.map((row) => {
      if (!row) return false;
      const look = row.isWarning ? 'warn' : '';
      if (!row.body) return html`<p class="fold ${look}">${row.summary}</p>`;
      return html`<details class="fold ${look}" ${row.isOpen && html`open`}>
        <summary>${row.summary}</summary>
        <div class="fold-body stack">${row.body}</div>
      </details>`;
    })}
  </div>`;
}
