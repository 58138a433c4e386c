import type { Listed } from '#core/docs/projects/listing.ts';
import type { Selection, Standing } from '../views.ts';

export const perPage = 100;
const longestText = 200;

/** What a reader asks of a long list, as the address says it. */
export interface Wanted {
  readonly q?: string | undefined;
  readonly status?: string | undefined;
  readonly page?: string | undefined;
}

/** The projects in which all the words are found, in the state that was chosen, page by page. */
export function selectProjects(
  all: readonly Listed[],
  { q = '', status, page = '1' }: Wanted,
): { rows: readonly Listed[]; selection: Selection } {
  const text = q.trim().slice(0, longestText);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? all : all.filter((row) => holds(row, words));
  const counts = { generating: 0, ready: 0, gaps: 0, error: 0 };
  for (const row of found) counts[standingOf(row)] += 1;
  const standing = Object.hasOwn(counts, status ?? '') ? (status as Standing) : undefined;
  const chosen =
    standing === undefined ? found : found.filter((row) => standingOf(row) === standing);
  const pages = Math.max(1, Math.ceil(chosen.length / perPage));
  const at = Math.min(pages, /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1);
  return {
    rows: chosen.slice((at - 1) * perPage, at * perPage),
    selection: {
      ...{ text, standing, counts, pages, page: at },
      ...{ all: all.length, matching: chosen.length, from: (at - 1) * perPage + 1 },
    },
  };
}

function standingOf({ status, error_pages }: Listed): Standing {
  return status === 'ready' && error_pages > 0 ? 'gaps' : status;
}

function holds({ name, owner, repo_url, branch }: Listed, words: readonly string[]): boolean {
  const text = `${owner}/${name} ${repo_url} ${branch ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
