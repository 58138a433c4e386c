import { copyText } from '#core/web/elements/copy-text.ts';
import { announce } from './parts/announce.ts';
import { loadPart } from './parts/load-part.ts';
import { whenNear } from './parts/when-near.ts';

/** Each button that has just copied, with the timer that ends its notice. */
const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

whenNear(document.querySelectorAll('.highlight'), (block) => {
  const source = block.querySelector('pre');
  if (!source) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy code');
  button.addEventListener('click', () => {
    const text = (source.textContent ?? '').replace(/\n$/, '');
    void copyText(text, source, button).then((done) => {
      if (!done) {
        getSelection()?.selectAllChildren(source);
        announce('Copying is not allowed here. The code is selected: press Ctrl+C or ⌘C.');
        return;
      }
      announce('Code copied');
      showDone(button, button, 'Copy');
    });
  });
  block.append(button);
});

const pageButton = document.querySelector<HTMLElement>('[data-copy-page]');
const label = pageButton?.querySelector<HTMLElement>('[data-label]');
if (pageButton && label) {
  pageButton.hidden = false;
  pageButton.addEventListener('click', () => void copyPage(pageButton, label));
}

async function copyPage(button: HTMLElement, text: HTMLElement): Promise<void> {
  const name = `text.${button.dataset['copyPage']}`;
  try {
    const { content } = await loadPart(`search/${name}.js`, name);
    await navigator.clipboard.writeText(String(content));
  } catch {
    announce('The page cannot be copied here. Open “View as Markdown” and copy it from there.');
    return showDone(button, text, 'Copy page', 'Not copied');
  }
  announce('Page copied as Markdown');
  showDone(button, text, 'Copy page');
}

function showDone(button: HTMLElement, text: HTMLElement, before: string, after = 'Copied'): void {
  text.textContent = after;
  button.dataset['done'] = '';
  clearTimeout(timers.get(button));
  const end = () => {
    text.textContent = before;
    delete button.dataset['done'];
  };
  timers.set(button, setTimeout(end, 2_000));
}
