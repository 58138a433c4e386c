import { announce } from './parts/announce.ts';
import { whenNear } from './parts/when-near.ts';

whenNear(document.querySelectorAll('.highlight'), (block) => {
  const source = block.querySelector('pre');
  if (!source) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy code');
  let timer: ReturnType<typeof setTimeout> | undefined;

  button.addEventListener('click', () => {
    void write(source, button).then((done) => {
      if (!done) {
        getSelection()?.selectAllChildren(source);
        announce('Copying is not allowed here. The code is selected: press Ctrl+C or ⌘C.');
        return;
      }
      announce('Code copied');
      button.textContent = 'Copied';
      button.dataset['done'] = '';
      clearTimeout(timer);
      timer = setTimeout(() => {
        button.textContent = 'Copy';
        delete button.dataset['done'];
      }, 2_000);
    });
  });
  block.append(button);
});

async function write(source: HTMLElement, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText((source.textContent ?? '').replace(/\n$/, ''));
    return true;
  } catch {
    // The clipboard needs a secure context and permission; the old way needs neither.
    getSelection()?.selectAllChildren(source);
    const done = document.execCommand('copy');
    if (done) getSelection()?.removeAllRanges();
    button.focus();
    return done;
  }
}
