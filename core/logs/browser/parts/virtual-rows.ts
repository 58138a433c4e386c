interface Options<Item> {
  readonly scroller: HTMLElement;
  /** Its height becomes that of all rows. */
  readonly body: HTMLElement;
  readonly keyOf: (item: Item) => number;
  readonly draw: (item: Item) => HTMLElement;
}

/** Rows above and below the visible ones. */
const margin = 12;

/** Keeps only the rows near the visible part in the document. Rows are equally high, except open
 * ones, which are measured. The rows that the server wrote stay until the first ones are set. */
export function virtualRows<Item>({ scroller, body, keyOf, draw }: Options<Item>) {
  let items: readonly Item[] = [];
  let isOurs = false;
  let rowHeight = 36;
  /** The place of the row at an index; the last is the height of all. */
  let offsets = new Float64Array(1);
  const drawn = new Map<number, HTMLElement>();
  const heights = new Map<number, number>();
  const sizes = new ResizeObserver(measure);
  sizes.observe(scroller);
  scroller.addEventListener('scroll', render, { passive: true });

  function set(next: readonly Item[]) {
    items = next;
    if (!isOurs) body.replaceChildren();
    isOurs = true;
    body.classList.add('log-virtual');
    layOut();
    render();
  }

  function layOut() {
    if (offsets.length !== items.length + 1) offsets = new Float64Array(items.length + 1);
    let top = 0;
    for (const [index, item] of items.entries()) {
      offsets[index] = top;
      top += heights.size > 0 ? (heights.get(keyOf(item)) ?? rowHeight) : rowHeight;
    }
    offsets[items.length] = top;
    body.style.blockSize = `${top}px`;
  }

  function topOf(index: number): number {
    return offsets[index] ?? 0;
  }

  /** The index of the row at a distance from the top. */
  function indexAt(y: number): number {
    let low = 0;
    let high = items.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (topOf(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return Math.max(low, 0);
  }

  /** The visible height, without the sticky header. */
  function viewHeight(): number {
    return scroller.clientHeight - body.offsetTop;
  }

  function render() {
    if (!isOurs) return;
    const first = Math.max(0, indexAt(scroller.scrollTop) - margin);
    const last = Math.min(items.length - 1, indexAt(scroller.scrollTop + viewHeight()) + margin);
    const keys = new Set<number>();
    for (let index = first; index <= last; index += 1) keys.add(keyOf(items[index] as Item));
    for (const [key, row] of drawn) {
      // The focus stays where it is while the list is scrolled.
      if (keys.has(key) || row.contains(document.activeElement)) continue;
      sizes.unobserve(row);
      row.remove();
      drawn.delete(key);
    }
    let place = body.firstElementChild;
    for (let index = first; index <= last; index += 1) {
      const row = rowAt(index);
      // The order in the document is the order of reading.
      if (row === place) place = place.nextElementSibling;
      else body.insertBefore(row, place);
    }
  }

  function rowAt(index: number): HTMLElement {
    const item = items[index] as Item;
    const row = drawn.get(keyOf(item)) ?? draw(item);
    drawn.set(keyOf(item), row);
    row.ariaRowIndex = String(index + 2);
    row.style.transform = `translateY(${topOf(index)}px)`;
    return row;
  }

  /** Rows are as high as the first closed one; the stylesheet decides by the width. */
  function measure() {
    if (!isOurs) return;
    const closed = [...drawn].find(([key]) => !heights.has(key))?.[1];
    rowHeight = closed?.offsetHeight || rowHeight;
    for (const key of heights.keys()) {
      const row = drawn.get(key);
      if (row) heights.set(key, row.offsetHeight);
    }
    layOut();
    render();
  }

  return {
    set,
    measure,
    isAtTop: () => scroller.scrollTop < 2,
    rowOf: (item: Item) => drawn.get(keyOf(item)),
    pageSize: () => Math.max(1, Math.floor(viewHeight() / rowHeight) - 1),

    /** After the content of a drawn row has opened or closed. */
    toggled(item: Item, isOpen: boolean) {
      const row = drawn.get(keyOf(item));
      if (!row) return;
      if (isOpen) {
        heights.set(keyOf(item), row.offsetHeight);
        sizes.observe(row);
      } else {
        heights.delete(keyOf(item));
        sizes.unobserve(row);
      }
      layOut();
      render();
    },

    /** Scrolls as little as needed to make a row visible, and returns it. */
    reveal(index: number): HTMLElement | undefined {
      if (index < 0 || index >= items.length) return undefined;
      const [top, bottom] = [topOf(index), topOf(index + 1)];
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (bottom > scroller.scrollTop + viewHeight()) {
        scroller.scrollTop = Math.min(top, bottom - viewHeight());
      }
      render();
      return drawn.get(keyOf(items[index] as Item));
    },

    close() {
      sizes.disconnect();
      scroller.removeEventListener('scroll', render);
    },
  };
}
