// The only request to anybody else, and only for repositories there. Whatever fails, nothing is
// shown and nothing waits.
const repository = document.querySelector<HTMLAnchorElement>('[data-repository]');
const place = repository?.querySelector<HTMLElement>('[data-stars]');
const name = /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/?$/i.exec(repository?.href ?? '')?.[1];

if (place && name !== undefined && navigator.onLine) {
  const idle = (globalThis as { requestIdleCallback?: (work: () => void) => void })
    .requestIdleCallback;
  if (idle) idle(() => void show(place, name));
  else setTimeout(() => void show(place, name), 1_000);
}

async function show(target: HTMLElement, repositoryName: string): Promise<void> {
  const key = `lantern-stars:${repositoryName}`;
  const count = remembered(key) ?? (await ask(repositoryName));
  if (count === undefined) return;
  try {
    // The host allows 60 questions an hour: one per visit is enough.
    sessionStorage.setItem(key, String(count));
  } catch {
    // It is asked again on the next page.
  }
  const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
  target.textContent = short.format(count);
  target.setAttribute('aria-label', `${count} stars`);
  target.setAttribute('role', 'img');
  target.hidden = false;
}

function remembered(key: string): number | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}

async function ask(repositoryName: string): Promise<number | undefined> {
  try {
    const response = await fetch(`https://api.github.com/repos/${repositoryName}`, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(4_000),
    });
    if (!response.ok) return undefined;
    const { stargazers_count: count } = (await response.json()) as { stargazers_count?: unknown };
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
      ? count
      : undefined;
  } catch {
    return undefined;
  }
}
