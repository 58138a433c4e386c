import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { FoundMessage, FoundPrompt, Session } from '../schema.ts';
import { searchHistory, searchMessages } from '../search/search-messages.ts';
import { filters } from '../search/search-query.ts';
import { searchSessions } from '../search/search-sessions.ts';
import { listSessions, newestFirst } from '../summaries/list-sessions.ts';
import { readUse, type Use } from '../summaries/use.ts';

const kinds = ['messages', 'prompts', 'sessions'] as const;

const text = z._default(z.string(), '');
const pages = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;
export const lastPage = pages.length;

/** What the search page's form sends. Anything is accepted: the page shows what is wrong. */
export const pageQuery = z.object({
  q: text,
  kind: z.catch(z.enum(kinds), 'messages'),
  project: text,
  from: text,
  to: text,
  role: z.catch(z.enum(['', 'user', 'assistant']), ''),
  tools: z.catch(z.enum(['', 'true']), ''),
  page: z.catch(z.enum(pages), '1'),
});
export type PageQuery = z.output<typeof pageQuery>;

export const hitsOfPage = 50;
const maxHits = 500;

/** The search that a form asks for, and the fields with problems. */
function searchIn({ q, project, from, to, role, tools, page }: PageQuery) {
  const times = { from: filters.from.safeParse(from), to: filters.to.safeParse(to) };
  return {
    search: {
      q,
      project,
      // One more tells whether there is a next page.
      limit: Math.min(maxHits, Number(page) * hitsOfPage + 1),
      order: 'newest' as const,
      from: times.from.data,
      to: times.to.data,
      role: role === '' ? undefined : role,
      tools: tools === '' ? undefined : tools,
    },
    wrong: { from: !times.from.success, to: !times.to.success },
  };
}

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'>;

/** Hits of one session. */
export interface SessionHits {
  readonly session_id: string;
  readonly project_path: string;
  /** Undefined: it was removed meanwhile. */
  readonly session: Session | undefined;
  readonly hits: readonly FoundMessage[];
}

export type Results = { readonly hasMore: boolean } & (
  | { readonly kind: 'messages'; readonly amount: number; readonly hits: readonly SessionHits[] }
  | { readonly kind: 'prompts'; readonly amount: number; readonly hits: readonly FoundPrompt[] }
  | { readonly kind: 'sessions'; readonly amount: number; readonly hits: readonly Session[] }
  | { readonly kind: 'latest'; readonly hits: readonly Session[]; readonly use: Use }
);

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
  { kind, q, page }: PageQuery,
  search: ReturnType<typeof searchIn>['search'],
): Promise<Results> {
  if (q === '') {
    const latest = newestFirst(await listSessions(needs)).slice(0, latestSessions);
    const hits = latest.map(({ session }) => session);
    return { kind: 'latest', hits, use: await readUse(needs), hasMore: false };
  }
  const first = (Number(page) - 1) * hitsOfPage;
  const shown = <Hit>(hits: readonly Hit[]) => {
    const part = hits.slice(first, first + hitsOfPage);
    return { hits: part, amount: part.length, hasMore: hits.length > first + hitsOfPage };
  };
  if (kind === 'prompts') return { kind, ...shown(await searchHistory(needs, search)) };
  if (kind === 'sessions')
    return { kind, ...shown((await searchSessions(needs, search)).sessions) };
  const { hits, ...rest } = shown((await searchMessages(needs, search)).messages);
  return { kind, ...rest, hits: bySession(hits, await listSessions(needs)) };
}

/** In the order of the first hits. */
function bySession(
  hits: readonly FoundMessage[],
  sessions: readonly { readonly session: Session }[],
): SessionHits[] {
  // A copied folder has sessions of the same ids.
  const keyOf = (id: string, project: string) => `${id} ${project}`;
  const byKey = new Map(
    sessions.map(({ session }) => [keyOf(session.id, session.project_path), session]),
  );
  const groups = Map.groupBy(hits, ({ session_id, project_path }) =>
    keyOf(session_id, project_path),
  );
  return [...groups].map(([key, own]) => ({
    session_id: own[0]?.session_id ?? '',
    project_path: own[0]?.project_path ?? '',
    session: byKey.get(key),
    hits: own,
  }));
}
