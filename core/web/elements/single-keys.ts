import { recall, remember } from './element.ts';

const stored = 'lantern-single-keys';

/** Whether a key without Ctrl or Command is meant as a shortcut: not while typing, and not when the
 * reader turned such keys off, because speech input types them. */
export function isShortcut({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  return !isTyping(target) && takesSingleKeys();
}

export function takesSingleKeys(): boolean {
  return recall(stored) !== 'off';
}

export function setSingleKeys(on: boolean): void {
  remember(stored, on ? undefined : 'off');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}
