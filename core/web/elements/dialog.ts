import { define, make } from './element.ts';

interface Answers {
  readonly text?: string;
  readonly verb?: string;
  readonly look?: 'danger' | 'primary';
}

/** Asks before an action that cannot be undone. Escape means no. */
export async function ask(
  question: string,
  { text = '', verb = 'Continue', look = 'danger' }: Answers = {},
): Promise<boolean> {
  const opener = document.activeElement;
  const title = make('h2', { id: 'lantern-ask' }, question);
  const cancel = make('button', { class: 'button', value: '', autofocus: '' }, 'Cancel');
  const confirm = make('button', { class: `button ${look}`, value: 'yes' }, verb);
  const buttons = make('form', { method: 'dialog', class: 'dialog-foot' }, cancel, confirm);
  const dialog = make(
    'dialog',
    { class: 'dialog', role: 'alertdialog', 'aria-labelledby': 'lantern-ask' },
    title,
    make('p', { id: 'lantern-ask-text' }, text),
    buttons,
  );
  if (text) dialog.setAttribute('aria-describedby', 'lantern-ask-text');
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  dialog.remove();
  if (opener instanceof HTMLElement) opener.focus();
  return dialog.returnValue === 'yes';
}

define('lantern-dialog', (host, signal) => {
  const dialog = host.querySelector('dialog');
  if (!dialog) return;

  // Only for browsers without invoker commands.
  if (!('commandForElement' in HTMLButtonElement.prototype)) {
    document.addEventListener(
      'click',
      ({ target }) => {
        const button = target instanceof Element && target.closest(`[commandfor="${dialog.id}"]`);
        if (!button) return;
        if (button.getAttribute('command') === 'close') dialog.close();
        else if (!dialog.open) dialog.showModal();
      },
      { signal },
    );
  }
  if (!('closedBy' in dialog)) {
    (dialog as HTMLElement).addEventListener(
      'click',
      (event) => {
        if (event.target === dialog) (dialog as HTMLDialogElement).close();
      },
      { signal },
    );
  }
  // Focus returns to the opener; if a live update removed that, focus goes to the page.
  (dialog as HTMLElement).addEventListener(
    'close',
    () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.getElementById('main')?.focus();
      });
    },
    { signal },
  );
});
