import { recall, remember } from './element.ts';

// `data-shortcut="k"` is Ctrl+K or Command+K and always works; any other single key works unless
// the reader turned such keys off (`data-shortcut-switch`), because speech input types them.
const key = 'lantern-single-keys';

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey) return;
  const isCommand = event.ctrlKey || event.metaKey;
  if (!isCommand && (isTyping(event.target) || recall(key) === 'off')) return;
  if (isCommand !== (event.key.toLowerCase() === 'k')) return;
  const wanted = CSS.escape(event.key.toLowerCase());
  const scope = document.querySelector('dialog:modal') ?? document;
  const target = scope.querySelector<HTMLElement>(`[data-shortcut="${wanted}"]`);
  if (!target) return;
  event.preventDefault();
  if (target instanceof HTMLInputElement) target.focus();
  else target.click();
});

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && 'shortcutSwitch' in target.dataset) {
    remember(key, target.checked ? undefined : 'off');
  }
});

for (const box of document.querySelectorAll<HTMLInputElement>('[data-shortcut-switch]')) {
  box.checked = recall(key) !== 'off';
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}
