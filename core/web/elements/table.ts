import { announce } from './announce.ts';
import { define, make } from './element.ts';
import { move } from './move.ts';

type Direction = 'ascending' | 'descending';

// Sort buttons in the headers and a filter box above the rows. A live update keeps both.
define('lantern-table', (host, signal) => {
  const table = host.querySelector('table');
  const body = table?.tBodies[0];
  if (!table || !body) return;
  const headers = [...(table.tHead?.rows[0]?.cells ?? [])];
  let sorted: { at: number; direction: Direction } | undefined;

  for (const [at, header] of headers.entries()) {
    if (header.dataset['sort'] === undefined || header.querySelector('button')) continue;
    const button = make('button', { type: 'button', class: 'sort' }, ...header.childNodes);
    header.append(button);
    header.dataset['own'] = '';
    button.addEventListener('click', () => sortBy(at), { signal });
  }

  const label = host.getAttribute('filter');
  const box = make('input', {
    type: 'search',
    placeholder: label ?? '',
    'aria-label': label ?? '',
  });
  box.dataset['shortcut'] = 'k';
  const count = make('p', { class: 'table-count', role: 'status' });
  const nothing = make('p', { class: 'table-nothing', hidden: '' });
  if (label !== null) {
    host.querySelector('.table-tools')?.remove();
    host.prepend(make('div', { class: 'table-tools' }, box, count));
    host.querySelector('.table-nothing')?.remove();
    host.append(nothing);
    box.addEventListener('input', filter, { signal });
  }
  document.addEventListener('lantern:updated', restore, { signal });

  function sortBy(at: number) {
    const again = sorted?.at === at && sorted.direction === 'ascending';
    sorted = { at, direction: again ? 'descending' : 'ascending' };
    sort();
    announce(`Sorted by ${headers[at]?.textContent.trim() ?? ''}, ${sorted.direction}`, {
      silent: true,
    });
  }

  function sort() {
    if (!body || !sorted) return;
    const { at, direction } = sorted;
    const sign = direction === 'ascending' ? 1 : -1;
    const isNumber = headers[at]?.dataset['sort'] === 'number';
    const rows = [...body.rows].map((row) => ({ row, value: valueOf(row.cells[at]) }));
    rows.sort((a, b) => sign * (isNumber ? numbers(a.value, b.value) : texts(a.value, b.value)));
    rows.forEach(({ row }, index) => {
      if (body.rows[index] !== row) move(body, row, body.rows[index] ?? null);
    });
    for (const [index, header] of headers.entries()) {
      if (index === at) header.setAttribute('aria-sort', direction);
      else header.removeAttribute('aria-sort');
    }
  }

  function filter() {
    if (!body) return;
    const words = box.value.trim().toLowerCase();
    let shown = 0;
    for (const row of body.rows) {
      row.hidden = !row.textContent.toLowerCase().includes(words);
      if (!row.hidden) shown += 1;
    }
    count.textContent = words === '' ? '' : `${shown} of ${body.rows.length}`;
    nothing.hidden = shown > 0;
    nothing.textContent = shown > 0 ? '' : `Nothing matches “${box.value.trim()}”.`;
  }

  function restore() {
    sort();
    if (label !== null) filter();
  }
});

const collator = new Intl.Collator(undefined, { numeric: true });

function valueOf(cell: HTMLTableCellElement | undefined): string {
  return cell?.dataset['value'] ?? cell?.textContent.trim() ?? '';
}

function texts(a: string, b: string): number {
  return collator.compare(a, b);
}

/** Values that are no numbers sort last. */
function numbers(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => (text === '' ? NaN : Number(text)));
  if (Number.isNaN(left) || left === undefined) return Number.isNaN(right) ? 0 : 1;
  if (Number.isNaN(right) || right === undefined) return -1;
  return left - right;
}
