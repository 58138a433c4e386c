import { isShortcut, setSingleKeys, takesSingleKeys } from './single-keys.ts';

// `data-shortcut="k"` is Ctrl+K or Command+K and always works; any other is a single key, which
// `data-shortcut-switch` turns off. Of several for Ctrl+K the first counts: the search over everything in
// the header; `/` is then the page's own field.
const fields = ['input[data-shortcut="k"]', '[data-shortcut="k"]'];

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey) return;
  const isCommand = event.ctrlKey || event.metaKey;
  if (!isCommand && !isShortcut(event)) return;
  if (isCommand !== (event.key.toLowerCase() === 'k')) return;
  const key = CSS.escape(event.key.toLowerCase());
  const scope = document.querySelector('dialog:modal') ?? document;
  const places = [`[data-shortcut="${key}"]`, ...(event.key === '/' ? fields : [])];
  const [target] = places.flatMap((place) => scope.querySelector<HTMLElement>(place) ?? []);
  if (!target) return;
  event.preventDefault();
  if (target instanceof HTMLInputElement) target.focus();
  else target.click();
});

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && 'shortcutSwitch' in target.dataset) {
    setSingleKeys(target.checked);
  }
});

for (const box of document.querySelectorAll<HTMLInputElement>('[data-shortcut-switch]')) {
  box.checked = takesSingleKeys();
}
