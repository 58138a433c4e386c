import { define, make } from './element.ts';

define(
  'lantern-progress',
  (host) => {
    const bar = host.querySelector('progress') ?? host.appendChild(make('progress', {}));
    const text =
      host.querySelector('.progress-text') ??
      host.appendChild(make('span', { class: 'progress-text' }));

    function show() {
      for (const name of ['value', 'max']) {
        const value = host.getAttribute(name);
        if (value === null) bar.removeAttribute(name);
        else bar.setAttribute(name, value);
      }
      bar.setAttribute('aria-label', host.getAttribute('label') ?? 'Progress');
      const words = host.getAttribute('text') ?? '';
      if (text.textContent !== words) text.textContent = words;
    }

    show();
    return show;
  },
  ['value', 'max', 'text', 'label'],
);
