import type { Platform } from '#core/platform/ports/platform.ts';
import type { FoundMessage, FoundPrompt, Session } from '../schema.ts';
import { searchHistory } from '../search/search-history.ts';
import { searchMessages } from '../search/search-messages.ts';
import { newestFirst, searchSessions } from '../search/search-sessions.ts';
import { listSessions } from '../summaries/list-sessions.ts';
import { searchIn, type PageQuery } from './page-query.ts';

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
