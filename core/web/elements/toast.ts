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

  // Outside of an open modal dialog everything is inert, live regions too.
  function say(text: string) {
    const inDialog = [...document.querySelectorAll('dialog:modal [data-announcer]')].at(-1);
    const region = inDialog ?? host.querySelector('[data-announcer]');
    if (!region) return;
    // The same text twice is no change, and no change is not read.
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
    // Shown anew, it lies above a dialog that was opened since.
    shelf.hidePopover();
    shelf.showPopover();
    if (tone !== 'bad') vanish(toast, remove);
  }

  // What went wrong stays until it is dismissed; the rest waits while it is read.
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
