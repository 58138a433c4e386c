import { move } from './move.ts';

interface Policy {
  createHTML(text: string): string;
}
declare const trustedTypes: { createPolicy(name: string, rules: Policy): Policy } | undefined;

let policy: Policy | undefined;

/** The only place where text becomes markup: pages of our own server, which escapes them. Scripts and
 * handlers in them are inert, and the policy refuses them too. */
export function parsePage(text: string): Document {
  const same = { createHTML: (markup: string) => markup };
  policy ??= typeof trustedTypes === 'object' ? trustedTypes.createPolicy('lantern', same) : same;
  return new DOMParser().parseFromString(policy.createHTML(text), 'text/html');
}

// Set by the reader or by scripts: updates keep them.
const stateAttributes = new Set([
  'open',
  'busy',
  'aria-busy',
  'data-state',
  'data-theme',
  'aria-disabled',
]);

/**
 * Makes the children of `current` those of `next` with as few changes as possible, so that focus,
 * selection, open dialogs and scroll positions survive. Children pair up by id or data-key, the
 * rest in order. What a script made (`data-own`) stays.
 */
export function morph(current: Element, next: Element): void {
  const byKey = new Map<string, Element>();
  for (const child of current.children) {
    const key = keyOf(child);
    if (key !== undefined) byKey.set(key, child);
  }
  let place: ChildNode | null = skipOwn(current.firstChild);
  for (const node of [...next.childNodes]) {
    const key = keyOf(node);
    const match = key === undefined ? place : (byKey.get(key) ?? null);
    if (match && isAlike(match, node)) {
      if (match === place) place = skipOwn(place.nextSibling);
      else move(current, match as Element, place);
      update(match, node);
    } else {
      current.insertBefore(document.importNode(node, true), place);
    }
  }
  while (place) {
    const after: ChildNode | null = skipOwn(place.nextSibling);
    place.remove();
    place = after;
  }
}

function update(current: ChildNode, next: Node) {
  if (!(current instanceof Element) || !(next instanceof Element)) {
    if (current.nodeValue !== next.nodeValue) current.nodeValue = next.nodeValue;
    return;
  }
  if (isOwn(current)) return;
  for (const { name } of [...current.attributes]) {
    if (!next.hasAttribute(name) && !stateAttributes.has(name)) current.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (current.getAttribute(name) !== value) current.setAttribute(name, value);
  }
  morph(current, next);
}

function isAlike(current: Node, next: Node): boolean {
  if (current.nodeType !== next.nodeType || current.nodeName !== next.nodeName) return false;
  return keyOf(current) === keyOf(next);
}

function keyOf(node: Node): string | undefined {
  if (!(node instanceof Element)) return undefined;
  return node.getAttribute('data-key') ?? (node.id || undefined);
}

function isOwn(node: Node): boolean {
  return node instanceof HTMLElement && 'own' in node.dataset;
}

/** Skips elements made by script. A header cell with a script's controls still counts as the
 * server's. */
function skipOwn(node: ChildNode | null): ChildNode | null {
  let place = node;
  while (place && isOwn(place) && place.nodeName !== 'TH') place = place.nextSibling;
  return place;
}
