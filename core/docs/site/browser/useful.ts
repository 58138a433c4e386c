// Asks a reader of a served page whether it was useful. Only the answer is sent.

const question = document.querySelector<HTMLElement>('[data-useful]');
const buttons = question?.querySelectorAll('button') ?? [];

for (const button of buttons) {
  button.addEventListener('click', () => void answer(button.value === 'yes'));
}
if (question) question.hidden = false;

async function answer(useful: boolean): Promise<void> {
  if (!question) return;
  const reply = await fetch(question.dataset['useful'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ useful }),
  }).catch(() => undefined);
  for (const button of buttons) button.disabled = reply?.ok === true;
  const status = question.querySelector('[role="status"]');
  if (status)
    status.textContent = reply?.ok
      ? 'Thank you.'
      : 'Your answer could not be sent. Try again later.';
}
