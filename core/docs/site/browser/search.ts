import { searchIndex } from '../search/search-query.ts';
import { loadPart } from './parts/load-part.ts';
import { type SearchDialog, searchDialog } from './parts/search-dialog.ts';
import { searchSimply } from './parts/simple-search.ts';

const isMac = /^(?:Mac|iP)/.test(navigator.platform);
let dialog: SearchDialog | undefined;

function open(): void {
  dialog ??= searchDialog(async (query) => {
    try {
      const load = async (name: string) => (await loadPart(`search/${name}.js`, name)).content;
      return await searchIndex(load, query);
    } catch {
      return searchSimply(query);
    }
  });
  dialog.open();
}

for (const button of document.querySelectorAll<HTMLElement>('[data-search]')) {
  const key = button.querySelector('kbd');
  if (key && isMac) key.textContent = '⌘ K';
  button.setAttribute('aria-keyshortcuts', isMac ? 'Meta+K /' : 'Control+K /');
  button.addEventListener('click', open);
  button.hidden = false;
}

addEventListener('keydown', (event) => {
  if (event.altKey || event.defaultPrevented) return;
  const isControl = event.ctrlKey || event.metaKey;
  const isShortcut = isControl && !event.shiftKey && event.key.toLowerCase() === 'k';
  // Some keyboards need Shift for it.
  const isSlash = !isControl && event.key === '/' && !isTyping(event.target);
  if (!isShortcut && !isSlash) return;
  event.preventDefault();
  open();
});

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}
