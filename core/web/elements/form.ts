import { announce } from './announce.ts';
import { ask } from './dialog.ts';
import { define } from './element.ts';
import { complete, fill } from './fill.ts';
import { problemsOf } from './form-problems.ts';
import { isSignedOut, loginUrl } from './sign-in.ts';

// Attributes: `native` only guards against double submits; `confirm`, `confirm-text`,
// `confirm-verb`; and after success `done` (a sentence
// to announce), `show` (id of what is filled with the answer, opened when a dialog), `next`
// (`reset`, `reload` or a path). `{field}` in `done` and `next` is taken from the answer.
define('lantern-form', (host, signal) => {
  const form = host.querySelector('form');
  if (!form) return;
  const summary = host.querySelector<HTMLElement>('[data-form-error]');
  let isBusy = false;

  form.addEventListener('submit', (event) => onSubmit(form, event), { signal });
  // Restored from the back-forward cache: the form can be sent again.
  addEventListener('pageshow', () => setBusy(form, false), { signal });

  function onSubmit(form: HTMLFormElement, event: SubmitEvent) {
    if (isBusy) return event.preventDefault();
    // Leads to a page that shows something, and changes nothing.
    if (event.submitter?.hasAttribute('formaction')) return;
    if (host.hasAttribute('native')) return setBusy(form, true);
    event.preventDefault();
    void submit(form, event.submitter);
  }

  async function submit(form: HTMLFormElement, submitter: HTMLElement | null) {
    isBusy = true;
    try {
      if (!(await isConfirmed())) return;
      setBusy(form, true);
      showProblem(form, '');
      await receive(form, await send(form, submitter));
    } catch {
      if (!signal.aborted) {
        showProblem(form, 'The server did not respond. Check your connection, then try again.');
      }
    } finally {
      setBusy(form, false);
    }
  }

  async function isConfirmed(): Promise<boolean> {
    const question = host.getAttribute('confirm');
    if (question === null) return true;
    return ask(question, {
      text: host.getAttribute('confirm-text') ?? '',
      verb: host.getAttribute('confirm-verb') ?? 'Continue',
    });
  }

  function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Response> {
    const fields = new URLSearchParams(
      [...new FormData(form, submitter)].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : value.name,
      ]),
    );
    const headers = { accept: 'application/json' };
    return fetch(form.action, { method: 'POST', headers, body: fields, signal });
  }

  async function receive(form: HTMLFormElement, response: Response) {
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
    if (isSignedOut(response)) return signIn(form);
    if (!response.ok) return showProblem(form, detailOf(body) || statusText(response.status));
    if (response.redirected) return location.assign(response.url);
    succeed(form, body);
  }

  /** Asks before leaving, so that typed text is not lost. */
  async function signIn(form: HTMLFormElement) {
    const text = 'Nothing was changed. Sign in to return to this page.';
    const options = { text, verb: 'Sign in', look: 'primary' } as const;
    if (await ask('Your session has ended', options)) return location.assign(loginUrl());
    showProblem(form, 'Your session has ended. Sign in again.');
  }

  function succeed(form: HTMLFormElement, body: unknown) {
    const done = host.getAttribute('done');
    if (done !== null) announce(complete(done, body), { tone: 'good' });
    const shown = document.getElementById(host.getAttribute('show') ?? '');
    if (shown) fill(shown, body);
    if (shown instanceof HTMLDialogElement && !shown.open) shown.showModal();
    else if (shown) shown.hidden = false;
    host.dispatchEvent(new CustomEvent('lantern:done', { bubbles: true, detail: body }));
    const next = host.getAttribute('next');
    if (next === 'reset') form.reset();
    else if (next === 'reload') location.reload();
    else if (next?.startsWith('/')) location.assign(complete(next, body, encodeURIComponent));
  }

  /** Shows problems at the fields that the text names, the rest above the form; '' removes all. */
  function showProblem(form: HTMLFormElement, detail: string) {
    const controls = [...form.elements].filter(
      (control): control is HTMLInputElement =>
        'name' in control && control.getAttribute('name') !== null,
    );
    const problems = problemsOf(
      detail,
      controls.map(({ name }) => name),
    );
    const inPlace = new Set<string>();
    let first: HTMLInputElement | undefined;
    for (const control of controls) {
      const place = document.getElementById(`${control.id}-error`);
      if (!place) continue;
      const problem = problems.get(control.name) ?? '';
      place.textContent = problem;
      control.toggleAttribute('aria-invalid', problem !== '');
      if (problem === '') continue;
      control.setAttribute('aria-invalid', 'true');
      // Fields in closed details cannot be focused.
      control.closest('details')?.setAttribute('open', '');
      inPlace.add(control.name);
      first ??= control;
    }
    const rest = detail
      .split('; ')
      .filter((part) => !inPlace.has(part.split(': ')[0] ?? ''))
      // The prefix of problems of the whole body means nothing to people.
      .map((part) => part.replace(/^body: /, ''));
    if (summary) {
      summary.textContent = rest.join('; ');
      summary.hidden = rest.join('') === '';
    } else if (rest.join('') !== '') announce(rest.join('; '), { tone: 'bad' });
    first?.focus();
  }

  /** By aria-disabled: a disabled button would lose the focus. */
  function setBusy(form: HTMLFormElement, busy: boolean) {
    isBusy = busy;
    host.toggleAttribute('busy', busy);
    for (const button of form.querySelectorAll('button:not([type=button])')) {
      if (busy) button.setAttribute('aria-disabled', 'true');
      else button.removeAttribute('aria-disabled');
    }
  }
});

function detailOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const { detail, error } = body as { detail?: unknown; error?: unknown };
  return typeof detail === 'string' ? detail : typeof error === 'string' ? error : '';
}

function statusText(status: number): string {
  if (status >= 500) return 'The server failed. Try again in a moment.';
  return `The server refused the request (status ${status}).`;
}
