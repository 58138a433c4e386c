import { html, type Html, type HtmlValue } from '../html.ts';

interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => HtmlValue;
  /** How to sort the column; absent: it cannot be sorted. */
  readonly sort?: 'text' | 'number';
  /** The value to sort by; absent: the cell's text. */
  readonly value?: (row: Row) => string | number;
  /** `heading` names the row, `number` aligns right, `actions` holds buttons. */
  readonly kind?: 'heading' | 'number' | 'actions';
}

interface TableContent<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** A stable id of the row, by which live updates match it. */
  readonly id: (row: Row) => string;
  /** Label of the filter box; absent: no box. */
  readonly filter?: string;
  /** Shown when there are no rows. */
  readonly empty: Html;
}

/** A table; <lantern-table> adds sorting and filter, and the stylesheet stacks its cells on narrow
 * screens, which removes the native roles: they are written out. */
export function table<Row>(content: TableContent<Row>): Html {
  const { caption, columns, rows, filter } = content;
  if (rows.length === 0) return content.empty;
  return html`<lantern-table ${filter !== undefined && html`filter="${filter}"`}>
    <div class="table-frame">
      <table class="table" role="table">
        <caption class="visually-hidden">
          ${caption}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            ${columns.map(headerCell)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${rows.map(
            (row) =>
              html`<tr role="row" data-key="${content.id(row)}">
                ${columns.map((column) => cell(column, row))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </lantern-table>`;
}

function headerCell<Row>({ label, sort, kind }: Column<Row>): Html {
  const attributes = html`role="columnheader" scope="col" class="${kind ?? ''}"`;
  return html`<th ${attributes} ${sort && html`data-sort="${sort}"`}>
    ${kind === 'actions' ? html`<span class="visually-hidden">${label}</span>` : label}
  </th>`;
}

function cell<Row>({ label, kind, cell: render, value }: Column<Row>, row: Row): Html {
  const sortBy = value && html`data-value="${value(row)}"`;
  const attributes = html`class="${kind ?? ''}" data-label="${label}" ${sortBy}`;
  return kind === 'heading'
    ? html`<th role="rowheader" scope="row" ${attributes}>${render(row)}</th>`
    : html`<td role="cell" ${attributes}>${render(row)}</td>`;
}
