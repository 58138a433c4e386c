// The script of the interactive documentation.
import { define } from '../elements/element.ts';

const maxShownLength = 200_000;

define('lantern-request', (host, signal) => {
  const form = host.querySelector('form');
  const answer = host.querySelector<HTMLElement>('[data-answer]');
  const status = host.querySelector<HTMLElement>('[data-status]');
  const shown = host.querySelector<HTMLElement>('[data-body]');
  if (!form || !answer || !status || !shown) return;

  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      void send();
    },
    { signal },
  );

  async function send() {
    if (!form || !answer || !status || !shown) return;
    const { method = 'GET', path = '/' } = host.dataset;
    const request = requestOf(form, path);
    const key = document.querySelector<HTMLInputElement>('#api-key')?.value.trim() ?? '';
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(key !== '' && { authorization: `Bearer ${key}` }),
      ...(request.body && { 'content-type': request.body.type }),
    };
    answer.hidden = false;
    status.textContent = 'Sending …';
    shown.textContent = '';
    const start = performance.now();
    try {
      const init = { method, headers, ...(request.body && { body: request.body.text }) };
      const response = await fetch(request.url, init);
      const text = await response.text();
      const time = Math.round(performance.now() - start);
      status.textContent = `${response.status} ${response.statusText} in ${time} ms: ${method} ${request.url}`;
      const pretty = prettied(text);
      shown.textContent =
        pretty.length > maxShownLength ? `${pretty.slice(0, maxShownLength)}\n… (cut)` : pretty;
    } catch {
      status.textContent = 'The server did not respond. Is it running?';
    }
  }
});

function requestOf(form: HTMLFormElement, template: string) {
  const fields = new Map<string, string>();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value !== '') fields.set(name, value);
  }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name) ?? '';
    fields.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams([...fields]).toString();
  const area = form.querySelector('textarea');
  const body = area && { type: area.dataset['bodyType'] ?? 'text/plain', text: area.value };
  return { url: query === '' ? path : `${path}?${query}`, body };
}

function prettied(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
