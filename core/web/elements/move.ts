type Mover = Element & { moveBefore?: (node: Element, before: Node | null) => void };

/** Moves within the page; the focus goes along, where the browser drops it too. */
export function move(parent: Mover, node: Element, before: Node | null): void {
  if (parent.moveBefore) return parent.moveBefore(node, before);
  const focused = document.activeElement;
  parent.insertBefore(node, before);
  if (focused instanceof HTMLElement && node.contains(focused)) focused.focus();
}
