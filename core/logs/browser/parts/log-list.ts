import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { isShortcut } from '#core/web/elements/single-keys.ts';
import { timeText } from '../../text/time-text.ts';
import { rowMaker } from './entry-row.ts';
import { virtualRows } from './virtual-rows.ts';

interface Options {
  readonly scroller: HTMLElement;
  readonly grid: HTMLElement;
  readonly body: HTMLElement;
  readonly template: HTMLTemplateElement;
  readonly zone: string;
  readonly signal: AbortSignal;
}

/** The list of entries: keys, opening and closing of rows. */
export function logList({ scroller, grid, body, template, zone, signal }: Options) {
  const maker = rowMaker(template, timeText(zone));
  let entries: readonly PlacedEntry[] = [];
  /** By cursor: the position changes when entries arrive. */
  const open = new Set<number>();
  let active: number | undefined;
  const rows = virtualRows<PlacedEntry>({
    scroller,
    body,
    keyOf: ({ cursor }) => cursor,
    draw(entry) {
      const row = maker.row(entry);
      if (open.has(entry.cursor)) maker.open(row, entry);
      if (entry.cursor === active) row.tabIndex = 0;
      return row;
    },
  });
  grid.role = 'treegrid';
  body.addEventListener('click', onClick, { signal });
  document.addEventListener('keydown', onKey, { signal });
  body.addEventListener('focusin', ({ target }) => activate(indexOfRow(target)), { signal });
  signal.addEventListener('abort', () => rows.close());

  function indexOfRow(target: EventTarget | null): number {
    const row = target instanceof Element ? target.closest('.log-row') : null;
    return row?.ariaRowIndex ? Number(row.ariaRowIndex) - 2 : -1;
  }

  function activeIndex(): number {
    return entries.findIndex(({ cursor }) => cursor === active);
  }

  /** The active row is the one that Tab reaches. */
  function activate(index: number) {
    const entry = entries[index];
    if (!entry || entry.cursor === active) return;
    const before = entries[activeIndex()];
    const old = before && rows.rowOf(before);
    if (old) old.tabIndex = -1;
    active = entry.cursor;
    const row = rows.rowOf(entry);
    if (row) row.tabIndex = 0;
  }

  function go(index: number) {
    const next = Math.min(Math.max(index, 0), entries.length - 1);
    activate(next);
    rows.reveal(next)?.focus({ preventScroll: true });
  }

  function toggle(index: number, isOpen: boolean) {
    const entry = entries[index];
    const row = entry && rows.rowOf(entry);
    if (!row || open.has(entry.cursor) === isOpen) return;
    if (isOpen) {
      open.add(entry.cursor);
      maker.open(row, entry);
    } else {
      open.delete(entry.cursor);
      const hadFocus = row.contains(document.activeElement);
      maker.close(row);
      if (hadFocus) row.focus({ preventScroll: true });
    }
    rows.toggled(entry, isOpen);
  }

  function onClick(event: MouseEvent) {
    const { target } = event;
    if (!(target instanceof Element) || target.closest('a, button, .log-detail')) return;
    if (getSelection()?.isCollapsed === false) return;
    const index = indexOfRow(target);
    const entry = entries[index];
    if (entry) toggle(index, !open.has(entry.cursor));
  }

  function onKey(event: KeyboardEvent) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector('dialog:modal') || entries.length === 0) return;
    const focused = document.activeElement;
    const isInside = body.contains(focused) && focused?.matches('.log-row') === true;
    const isSingle = isShortcut(event);
    const index = activeIndex();
    const steps: Record<string, () => void> = isInside
      ? {
          ArrowDown: () => go(index + 1),
          ArrowUp: () => go(index - 1),
          Home: () => go(0),
          End: () => go(entries.length - 1),
          PageDown: () => go(index + rows.pageSize()),
          PageUp: () => go(index - rows.pageSize()),
          ArrowRight: () => toggle(index, true),
          ArrowLeft: () => toggle(index, false),
          Enter: () => toggle(index, !open.has(active ?? 0)),
          ' ': () => toggle(index, !open.has(active ?? 0)),
        }
      : {};
    const singles: Record<string, () => void> = {
      j: () => go(index + 1),
      k: () => go(Math.max(index - 1, 0)),
      c: () => copy(index),
    };
    const leave = event.key === 'Escape' && body.contains(focused);
    const step = leave
      ? () => escape(index)
      : (steps[event.key] ?? (isSingle ? singles[event.key] : undefined));
    if (!step) return;
    event.preventDefault();
    step();
  }

  /** Closes the row; from a closed one the focus leaves the list. */
  function escape(index: number) {
    const entry = entries[index];
    if (entry && open.has(entry.cursor)) return toggle(index, false);
    document.getElementById('main')?.focus();
  }

  function copy(index: number) {
    const entry = entries[index];
    if (!entry) return;
    toggle(index, true);
    rows.rowOf(entry)?.querySelector<HTMLElement>('lantern-copy .copy')?.click();
  }

  return {
    /** New entries may move the list: it is not scrolled, no row is open, and none has the focus. */
    isAtRest: () => rows.isAtTop() && open.size === 0 && !body.contains(document.activeElement),

    show(next: readonly PlacedEntry[]) {
      const isFirst = entries.length === 0;
      entries = next;
      const cursors = new Set(next.map(({ cursor }) => cursor));
      for (const cursor of open) if (!cursors.has(cursor)) open.delete(cursor);
      grid.ariaRowCount = String(next.length + 1);
      if (active === undefined || !cursors.has(active)) active = next[0]?.cursor;
      rows.set(next);
      if (isFirst) rows.measure();
      const entry = entries[activeIndex()];
      const row = entry && rows.rowOf(entry);
      if (row) row.tabIndex = 0;
    },

    /** Opens an entry, scrolls to it and gives it the focus. */
    open(cursor: number) {
      const index = entries.findIndex((entry) => entry.cursor === cursor);
      if (index === -1) return;
      go(index);
      toggle(index, true);
      rows.rowOf(entries[index] as PlacedEntry)?.setAttribute('aria-current', 'true');
    },

    toTop() {
      scroller.scrollTop = 0;
      for (const cursor of [...open])
        toggle(
          entries.findIndex((e) => e.cursor === cursor),
          false,
        );
      if (body.contains(document.activeElement)) scroller.focus({ preventScroll: true });
    },
  };
}
