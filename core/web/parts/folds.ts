import { html, type Html, type HtmlValue } from '../html.ts';

interface Fold {
  /** By which live updates match it. */
  readonly key: string;
  readonly summary: HtmlValue;
  /** Absent: there is nothing to unfold. */
  readonly body?: Html | undefined;
  /** Something in it wants a look. */
  readonly isWarning?: boolean;
}

/** A card of rows, each of which unfolds; it needs no script. */
export function folds(rows: readonly Fold[]): Html {
  return html`<div class="folds">
    ${rows.map((row) => {
      const look = row.isWarning ? 'warn' : '';
      if (!row.body) return html`<p class="fold ${look}" data-key="${row.key}">${row.summary}</p>`;
      return html`<details class="fold ${look}" data-key="${row.key}">
        <summary>${row.summary}</summary>
        <div class="fold-body stack">${row.body}</div>
      </details>`;
    })}
  </div>`;
}
