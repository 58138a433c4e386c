import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { FoundMessage, FoundPrompt, Session } from '../schema.ts';
import { searchHistory, searchMessages } from '../search/search-messages.ts';
import { filters } from '../search/search-query.ts';
import { searchSessions } from '../search/search-sessions.ts';
import { listSessions, newestFirst } from '../summaries/list-sessions.ts';

const kinds = ['messages', 'prompts', 'sessions'] as const;

const text = z._default(z.string(), '');

/** What the search page's form sends. Anything is accepted: the page shows what is wrong. */
export const pageQuery = z.object({
  q: text,
  kind: z.catch(z.enum(kinds), 'messages'),
  project: text,
  from: text,
  to: text,
  limit: z.catch(z.enum(['50', '500']), '50'),
});
export type PageQuery = z.output<typeof pageQuery>;

/** The search that a form asks for, and the fields with problems. */
function searchIn({ q, project, from, to, limit }: PageQuery) {
  const times = { from: filters.from.safeParse(from), to: filters.to.safeParse(to) };
  return {
    search: {
      q,
      project,
      limit: Number(limit),
      order: 'newest' as const,
      from: times.from.data,
      to: times.to.data,
    },
    wrong: { from: !times.from.success, to: !times.to.success },
  };
}

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'>;

export type Results =
  | { readonly kind: 'messages'; readonly hits: readonly FoundMessage[] }
  | { readonly kind: 'prompts'; readonly hits: readonly FoundPrompt[] }
  | { readonly kind: 'sessions' | 'latest'; readonly hits: readonly Session[] };

export interface SearchContent {
  readonly query: PageQuery;
  readonly wrong: { readonly from: boolean; readonly to: boolean };
  /** Why there are no sessions at all. */
  readonly problem?: string;
  /** Undefined: the form has to be corrected first. */
  readonly results: Results | undefined;
}

const latestSessions = 20;

/** The hits for the form; without a text the latest sessions. */
export async function readSearchPage(needs: Needs, query: PageQuery): Promise<SearchContent> {
  const { search, wrong } = searchIn(query);
  const isWrong = wrong.from || wrong.to;
  const problem = await needs.transcripts.problem();
  const results = isWrong ? undefined : await resultsOf(needs, query, search);
  return { query, wrong, results, ...(problem !== undefined && { problem }) };
}

async function resultsOf(
  needs: Needs,
  { kind, q }: PageQuery,
  search: ReturnType<typeof searchIn>['search'],
): Promise<Results> {
  if (q === '') {
    const latest = newestFirst(await listSessions(needs)).slice(0, latestSessions);
    return { kind: 'latest', hits: latest.map(({ session }) => session) };
  }
  if (kind === 'messages') return { kind, hits: (await searchMessages(needs, search)).messages };
  if (kind === 'prompts') return { kind, hits: await searchHistory(needs, search) };
  return { kind, hits: (await searchSessions(needs, search)).sessions };
}
