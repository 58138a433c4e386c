// Runs before the first paint: a blocking script that sets the remembered theme at once, and wires
// the button when it is there.
const key = 'lantern-theme';
const choices = ['system', 'light', 'dark'] as const;
type Choice = (typeof choices)[number];

function recall(): Choice {
  try {
    return known(localStorage.getItem(key));
  } catch {
    // Storage is forbidden, as in some browsers for file:. The system's setting holds.
    return 'system';
  }
}

function remember(choice: Choice): void {
  try {
    if (choice === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // It holds for this page only.
  }
}

function known(value: string | null): Choice {
  return choices.find((choice) => choice === value) ?? 'system';
}

function apply(choice: Choice): void {
  const { dataset } = document.documentElement;
  if (choice === 'system') delete dataset['theme'];
  else dataset['theme'] = choice;
}

// A font is found late, by the stylesheet. From file: browsers refuse to load it ahead, with an error.
const font = document.currentScript?.dataset['font'];
if (font !== undefined && location.protocol !== 'file:') {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' });
  link.href = font;
  document.head.append(link);
}

let current = recall();
apply(current);

addEventListener('DOMContentLoaded', () => {
  const button = document.querySelector<HTMLElement>('[data-theme-switch]');
  if (!button) return;
  const label = button.querySelector('span');
  const announcer = document.getElementById('Announcer');

  const show = (choice: Choice) => {
    current = choice;
    apply(choice);
    button.dataset['choice'] = choice;
    button.title = `Theme: ${choice}`;
    if (label) label.textContent = `Theme: ${choice}`;
  };
  show(current);
  button.hidden = false;

  button.addEventListener('click', () => {
    const next = choices[(choices.indexOf(current) + 1) % choices.length] ?? 'system';
    remember(next);
    show(next);
    if (announcer) announcer.textContent = `Theme: ${next}`;
  });
  // Another window of the site changed it.
  addEventListener('storage', (event) => {
    if (event.key === key) show(known(event.newValue));
  });
});
