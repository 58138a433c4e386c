import type { Announcement } from './announce.ts';
import { define, make } from './element.ts';

const shownFor = 6_000;

define('lantern-toast', (host, signal) => {
  const list = make('ul', {});
  const shelf = make(
    'section',
    { class: 'toasts', popover: 'manual', 'aria-label': 'Messages' },
    list,
  );
  host.querySelector('.toasts')?.remove();
  host.append(shelf);

  document.addEventListener(
    'lantern:announce',
    (event) => {
      const announcement = (event as CustomEvent<Announcement>).detail;
      say(announcement.text);
      if (!announcement.silent) show(announcement);
    },
    { signal },
  );

  // While a modal dialog is open, everything outside it is inert, live regions too.
  function say(text: string) {
    const inDialog = [...document.querySelectorAll('dialog:modal [data-announcer]')].at(-1);
    const region = inDialog ?? host.querySelector('[data-announcer]');
    if (!region) return;
    // Screen readers only read changes: the same text again is none.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }

  function show({ text, tone }: Announcement) {
    const dismiss = make('button', { type: 'button', class: 'button quiet square' }, '\u00d7');
    dismiss.setAttribute('aria-label', 'Dismiss');
    const toast = make('li', { class: `toast ${tone}` }, make('p', {}, text), dismiss);
    const remove = () => {
      toast.remove();
      if (!list.hasChildNodes()) shelf.hidePopover();
    };
    dismiss.addEventListener('click', remove);
    list.append(toast);
    // Shown again, so that it is above a dialog that was opened meanwhile.
    shelf.hidePopover();
    shelf.showPopover();
    if (tone !== 'bad') vanish(toast, remove);
  }

  // Errors stay until they are dismissed; other messages stay while focused or hovered.
  function vanish(toast: HTMLElement, remove: () => void) {
    let timer = setTimeout(remove, shownFor);
    const hold = () => clearTimeout(timer);
    const release = () => {
      hold();
      timer = setTimeout(remove, shownFor);
    };
    toast.addEventListener('pointerenter', hold);
    toast.addEventListener('focusin', hold);
    toast.addEventListener('pointerleave', release);
    toast.addEventListener('focusout', release);
  }
});
