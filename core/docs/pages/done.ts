import { html, type Html } from '#core/web/html.ts';

const sentences = {
  removed: (who: string) => `${who} was removed.`,
  'let-in': (who: string) => `${who} can read this project now.`,
  'shut-out': (who: string) => `${who} can no longer read this project.`,
};

/** The page that says what was done, for browsers without script. */
export function doneUrl(path: string, done: keyof typeof sentences, who: string): string {
  const query = new URLSearchParams({ done, who });
  return `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
}

/** What the address says was done. Anybody can write an address: the sentences are ours, and only
 * what may be a name stands in them. */
export function doneNotice({
  done,
  who,
}: {
  done?: string | undefined;
  who?: string | undefined;
}): Html | false {
  const action = Object.hasOwn(sentences, done ?? '')
    ? (done as keyof typeof sentences)
    : undefined;
  if (action === undefined || !/^[\w.-]{1,50}$/.test(who ?? '')) return false;
  return html`<p class="notice good" role="status">${sentences[action](who ?? '')}</p>`;
}
