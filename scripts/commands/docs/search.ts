import type { AllHits } from '#core/docs/projects/search-sites.ts';
import { usage } from '../line/group.ts';
import { plain } from '../line/plain.ts';
import { paint, print } from '../line/shell.ts';
import type { DocsContext } from './context.ts';

/** Searches all sites; goes on to further ones until something is found. */
export async function search(
  { client, options, shell }: DocsContext,
  words: readonly string[],
): Promise<number | void> {
  const q = words.join(' ').trim();
  if (q === '') throw usage('Give the words to search for');
  let from = 0;
  for (;;) {
    const query = { q, from: String(from) };
    const answer = await client.ask<AllHits>({ path: '/api/search', query });
    const { hits, next } = answer;
    if (hits.length === 0 && next !== null) {
      from = next;
      continue;
    }
    const texts = hits.map(({ site, title, heading, text, path }) => {
      const name = `${plain(site)}: ${plain(title)}${heading === '' ? '' : ` › ${plain(heading)}`}`;
      return `${paint(shell.stdout, 'bold', name)}\n  ${plain(text)}\n  ${client.server}${path}`;
    });
    const rest =
      next === null
        ? ''
        : `\n\nSearched ${next} of ${answer.sites} sites, most recently changed first.`;
    print(shell, options, answer, hits.length === 0 ? 'Nothing found' : texts.join('\n') + rest);
    return hits.length === 0 ? 1 : undefined;
  }
}
