import { announce } from './announce.ts';
import { define, recall, remember } from './element.ts';

const key = 'lantern-theme';

define('lantern-theme', (host, signal) => {
  const radios = [...host.querySelectorAll<HTMLInputElement>('input[type=radio]')];

  function apply(choice: string) {
    const { dataset } = document.documentElement;
    if (choice === 'light' || choice === 'dark') dataset['theme'] = choice;
    else delete dataset['theme'];
    for (const radio of radios) radio.checked = radio.value === choice;
  }

  host.addEventListener(
    'change',
    () => {
      const choice = radios.find((radio) => radio.checked)?.value ?? 'system';
      remember(key, choice === 'system' ? undefined : choice);
      apply(choice);
      announce(`Theme: ${choice}`, { silent: true });
    },
    { signal },
  );
  // Changed in another window.
  addEventListener(
    'storage',
    (event) => {
      if (event.key === key) apply(event.newValue ?? 'system');
    },
    { signal },
  );

  apply(recall(key) ?? 'system');
  host.hidden = false;
  // A command of the search over everything leads here: on a narrow page the switch is in the menu.
  if (location.hash !== '#theme') return;
  if (!host.checkVisibility()) host.closest<HTMLElement>('[popover]')?.showPopover();
  radios.find((radio) => radio.checked)?.focus();
});
