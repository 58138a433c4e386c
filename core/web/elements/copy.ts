import { announce } from './announce.ts';
import { copyText } from './copy-text.ts';
import { define, make } from './element.ts';

define('lantern-copy', (host, signal) => {
  const label = host.getAttribute('label') ?? 'text';
  const button =
    host.querySelector<HTMLButtonElement>('button[data-own]') ??
    host.appendChild(make('button', { type: 'button', class: 'button copy' }));
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${label}`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));

  button.addEventListener('click', () => void copy(), { signal });

  async function copy() {
    const source = host.querySelector<HTMLElement>('input, textarea, code, pre, [data-copy]');
    if (!source) return;
    const text = source instanceof HTMLInputElement ? source.value : (source.textContent ?? '');
    if (!(await copyText(text, source, button))) {
      announce('Copying is not allowed here. The text is selected: press Ctrl+C or ⌘C.');
      return;
    }
    announce(`Copied ${label}`, { silent: true });
    button.textContent = 'Copied';
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = 'Copy'), 2_000);
  }
});
