type Mover = Element & { moveBefore?: (node: Element, before: Node | null) => void };

/** Moves an element within the page and keeps the focus, which some browsers drop. */
export function move(parent: Mover, node: Element, before: Node | null): void {
  if (parent.moveBefore) return parent.moveBefore(node, before);
  const focused = document.activeElement;
  parent.insertBefore(node, before);
  if (focused instanceof HTMLElement && node.contains(focused)) focused.focus();
}
