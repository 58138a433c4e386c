import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { make } from '#core/web/elements/element.ts';
import { isShortcut } from '#core/web/elements/single-keys.ts';
import { timeText } from '../../text/time-text.ts';
import { rowId, rowMaker } from './entry-row.ts';

interface Options {
  readonly scroller: HTMLElement;
  readonly grid: HTMLElement;
  readonly body: HTMLElement;
  readonly template: HTMLTemplateElement;
  readonly zone: string;
  readonly signal: AbortSignal;
}

/** The style lets the browser lay out a block of rows when it comes near. */
const rowsOfBlock = 100;

/** The list of entries: keys, opening and closing of rows. All rows are in the document. */
export function logList({ scroller, grid, body, template, zone, signal }: Options) {
  const maker = rowMaker(template, timeText(zone));
  const entries = new WeakMap<HTMLElement, PlacedEntry>();
  /** The row that Tab reaches. */
  let active: HTMLElement | null = null;
  grid.role = 'treegrid';
  body.replaceChildren();
  body.addEventListener('click', onClick, { signal });
  document.addEventListener('keydown', onKey, { signal });
  body.addEventListener('focusin', ({ target }) => activate(rowOf(target)), { signal });

  function rowOf(target: EventTarget | null): HTMLElement | null {
    return target instanceof Element ? target.closest<HTMLElement>('.log-row') : null;
  }

  /** Into the block of the row that follows; before the first row of a block, to the end of the one
   * above. */
  function insert(row: HTMLElement, place: HTMLElement | undefined) {
    if (place?.previousElementSibling) return place.before(row);
    const below = place?.parentElement ?? null;
    let block = below ? below.previousElementSibling : body.lastElementChild;
    if (!block || block.childElementCount >= rowsOfBlock) {
      block = make('div', { class: 'log-block' });
      body.insertBefore(block, below);
    }
    block.append(row);
  }

  function activate(row: HTMLElement | null) {
    if (active) active.tabIndex = -1;
    active = row;
    if (active) active.tabIndex = 0;
  }

  function go(row: HTMLElement | undefined) {
    if (!row) return;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  }

  function allRows(): HTMLElement[] {
    return [...body.querySelectorAll<HTMLElement>('.log-row')];
  }

  function goBy(count: number) {
    const rows = allRows();
    const at = active ? rows.indexOf(active) : 0;
    go(rows[Math.min(Math.max(at + count, 0), rows.length - 1)]);
  }

  function pageSize(): number {
    const space = scroller.clientHeight - body.offsetTop;
    return Math.max(1, Math.floor(space / (active?.offsetHeight || space)) - 1);
  }

  function isOpen(row: HTMLElement): boolean {
    return row.ariaExpanded === 'true';
  }

  function toggle(row: HTMLElement | null, willOpen = row !== null && !isOpen(row)) {
    const entry = row && entries.get(row);
    if (!entry || isOpen(row) === willOpen) return;
    if (willOpen) return maker.open(row, entry);
    const hadFocus = row.contains(document.activeElement);
    maker.close(row);
    if (hadFocus) row.focus({ preventScroll: true });
  }

  function onClick({ target }: MouseEvent) {
    if (!(target instanceof Element) || target.closest('a, button, .log-detail')) return;
    if (getSelection()?.isCollapsed !== false) toggle(rowOf(target));
  }

  function onKey(event: KeyboardEvent) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector('dialog:modal') || !active) return;
    const focused = document.activeElement;
    const steps: Record<string, () => void> = focused?.matches('.log-row')
      ? {
          ArrowDown: () => goBy(1),
          ArrowUp: () => goBy(-1),
          Home: () => goBy(-Infinity),
          End: () => goBy(Infinity),
          PageDown: () => goBy(pageSize()),
          PageUp: () => goBy(-pageSize()),
          ArrowRight: () => toggle(active, true),
          ArrowLeft: () => toggle(active, false),
          Enter: () => toggle(active),
          ' ': () => toggle(active),
        }
      : {};
    const singles: Record<string, () => void> = { j: () => goBy(1), k: () => goBy(-1), c: copy };
    const leave = event.key === 'Escape' && body.contains(focused);
    const step = leave
      ? escape
      : (steps[event.key] ?? (isShortcut(event) ? singles[event.key] : undefined));
    if (!step) return;
    event.preventDefault();
    step();
  }

  /** Closes the row; from a closed one the focus leaves the list. */
  function escape() {
    if (active && isOpen(active)) toggle(active, false);
    else document.getElementById('main')?.focus();
  }

  function copy() {
    toggle(active, true);
    active?.querySelector<HTMLElement>('lantern-copy .copy')?.click();
  }

  return {
    /** New entries may move the list: it is not scrolled, no row is open, and none has the focus. */
    isAtRest: () =>
      scroller.scrollTop < 2 &&
      !body.contains(document.activeElement) &&
      !body.querySelector('[aria-expanded=true]'),

    show(next: readonly PlacedEntry[]) {
      const ids = new Set(next.map(rowId));
      for (const row of allRows()) if (!ids.has(row.id)) row.remove();
      for (const block of [...body.children]) if (!block.firstChild) block.remove();
      const old = allRows().values();
      let place = old.next().value;
      for (const entry of next) {
        if (place?.id === rowId(entry)) {
          place = old.next().value;
          continue;
        }
        const row = maker.row(entry);
        entries.set(row, entry);
        insert(row, place);
      }
      if (!active?.isConnected) activate(body.querySelector<HTMLElement>('.log-row'));
    },

    /** Opens an entry, scrolls to it and gives it the focus. */
    open(cursor: number) {
      const row = document.getElementById(rowId({ cursor }));
      if (!row) return;
      row.setAttribute('aria-current', 'true');
      toggle(row, true);
      go(row);
    },

    toTop() {
      scroller.scrollTop = 0;
      for (const row of body.querySelectorAll<HTMLElement>('[aria-expanded=true]')) {
        toggle(row, false);
      }
      if (body.contains(document.activeElement)) scroller.focus({ preventScroll: true });
    },
  };
}
