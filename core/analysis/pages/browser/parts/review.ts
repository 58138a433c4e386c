import { announce } from '#core/web/elements/announce.ts';
import { define } from '#core/web/elements/element.ts';
import { isShortcut } from '#core/web/elements/single-keys.ts';

// j and k go through the items of a list, r presses the review button of the current one.
define('lantern-review', (host, signal) => {
  document.addEventListener(
    'keydown',
    (event) => {
      const { key } = event;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (!isShortcut(event) || document.querySelector('dialog:modal')) return;
      if (key === 'j') go(1);
      else if (key === 'k') go(-1);
      else if (key === 'r') review();
      else return;
      event.preventDefault();
    },
    { signal },
  );

  function items(): HTMLElement[] {
    return [...host.querySelectorAll<HTMLElement>('[data-item]')];
  }

  function current(): HTMLElement | undefined {
    return items().find((item) => item.contains(document.activeElement));
  }

  function go(step: number) {
    const all = items();
    const here = current();
    const at = here ? all.indexOf(here) + step : step > 0 ? 0 : all.length - 1;
    const next = all[Math.min(Math.max(at, 0), all.length - 1)];
    if (!next) return;
    next.querySelector('details.group-body')?.setAttribute('open', '');
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'start' });
  }

  function review() {
    const button = current()?.querySelector<HTMLElement>('[data-review]');
    if (button) button.click();
    else announce('Choose a cause first: press j.');
  }
});
