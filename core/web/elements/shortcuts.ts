import { isShortcut, setSingleKeys, takesSingleKeys } from './single-keys.ts';

// `data-shortcut="k"` is Ctrl+K or Command+K and always works; any other is a single key, which
// `data-shortcut-switch` turns off.
document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey) return;
  const isCommand = event.ctrlKey || event.metaKey;
  if (!isCommand && !isShortcut(event)) return;
  if (isCommand !== (event.key.toLowerCase() === 'k')) return;
  const key = CSS.escape(event.key.toLowerCase());
  const scope = document.querySelector('dialog:modal') ?? document;
  const target = scope.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
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
