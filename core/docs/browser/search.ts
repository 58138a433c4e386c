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
  button.setAttribute('aria-keyshortcuts', isMac ? 'Meta+K' : 'Control+K');
  button.addEventListener('click', open);
  button.hidden = false;
}

addEventListener('keydown', (event) => {
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isShortcut || event.key.toLowerCase() !== 'k') return;
  event.preventDefault();
  open();
});
