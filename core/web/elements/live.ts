import { announce } from './announce.ts';
import { define, make } from './element.ts';
import { morph, parsePage } from './region.ts';
import { isSignedOut, loginUrl } from './sign-in.ts';

const maxPauseMs = 60_000;
const answerWithin = 20_000;

// `src` (default: this page) gives HTML that holds an element of the same id. `every` seconds it is
// asked again. The server's copy says when and where to ask next, and with `done` no more.
define('lantern-live', (host, signal) => {
  const status = make('p', { class: 'live-status' });
  const retry = make('button', { type: 'button', class: 'button quiet' }, 'Try now');
  const signIn = make('a', { href: loginUrl() }, 'Sign in');
  const text = make('span', {});
  host.querySelector('.live-status')?.remove();
  host.append(status);
  status.append(text, retry, signIn);

  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  signal.addEventListener('abort', stop);
  retry.addEventListener('click', start, { signal });
  document.addEventListener('visibilitychange', start, { signal });
  addEventListener('online', start, { signal });
  // After a form of this page has changed something, update at once.
  document.addEventListener('lantern:done', start, { signal });
  if (host.hasAttribute('done')) show('done');
  // The page was just loaded: its content is current.
  else waitFor(period(), 'live');

  function start() {
    stop();
    if (signal.aborted || host.hasAttribute('done')) return;
    if (document.hidden) return show('paused');
    void poll();
  }

  function stop() {
    clearTimeout(timer);
    asking?.abort();
  }

  function waitFor(milliseconds: number, state: 'live' | 'failing') {
    stop();
    if (document.hidden) return show('paused');
    show(state, milliseconds);
    timer = setTimeout(start, milliseconds);
  }

  async function poll() {
    const abort = new AbortController();
    asking = abort;
    try {
      const response = await fetch(host.getAttribute('src') ?? location.href, {
        headers: { accept: 'text/html' },
        cache: 'no-cache',
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(answerWithin)]),
      });
      if (isSignedOut(response)) return end();
      if (!response.ok) throw new Error(String(response.status));
      apply(await response.text());
    } catch {
      if (!abort.signal.aborted) fail();
      return;
    }
    succeed();
    if (host.hasAttribute('done')) show('done');
    else waitFor(period(), 'live');
  }

  function apply(answer: string) {
    const fresh = parsePage(answer).getElementById(host.id);
    if (!fresh) throw new Error('no such region');
    morph(host, fresh);
    for (const name of ['src', 'every', 'done']) {
      const value = fresh.getAttribute(name);
      if (value === null) host.removeAttribute(name);
      else host.setAttribute(name, value);
    }
    host.dispatchEvent(new CustomEvent('lantern:updated', { bubbles: true }));
  }

  /** The reader has to act: no more requests until they return to this page. */
  function end() {
    stop();
    announce('Your session has ended.', { silent: true });
    show('ended');
  }

  function fail() {
    failures += 1;
    if (failures === 1) announce('Live updates are interrupted.', { silent: true });
    waitFor(Math.min(period() * 2 ** failures, maxPauseMs), 'failing');
  }

  function succeed() {
    if (failures > 0) announce('Live updates are back.', { silent: true });
    failures = 0;
  }

  function period(): number {
    return Math.max(Number(host.getAttribute('every') ?? 5), 0.05) * 1_000;
  }

  function show(state: 'live' | 'paused' | 'failing' | 'ended' | 'done', pause = 0) {
    host.dataset['state'] = state;
    retry.hidden = state !== 'failing';
    signIn.hidden = state !== 'ended';
    const seconds = Math.max(Math.round(pause / 1_000), 1);
    text.textContent =
      state === 'failing'
        ? `No response. Retrying in ${seconds} s.`
        : { live: 'Live', ended: 'Your session has ended.', paused: '', done: '' }[state];
  }
});
