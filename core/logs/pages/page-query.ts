import * as z from 'zod/mini';
import { filters } from '../schema/query.ts';

const text = z._default(z.string(), '');

const filterTexts = Object.fromEntries(Object.keys(filters).map((name) => [name, text]));

/** What the form and the links of the page send. Anything is accepted: the page shows what is wrong. */
export const logsPageQuery = z.object({
  ...(filterTexts as Record<keyof typeof filters, typeof text>),
  limit: z.catch(z._default(z.enum(['100', '500', '1000', '5000', '10000']), '1000'), '1000'),
  /** For the pages without script. */
  offset: text,
  /** The cursor of an entry: the entries around it are shown. */
  entry: text,
  /** `true` or `false`: the real-time stream is on or off, in place of isLive(). */
  live: text,
});
export type LogsPageQuery = z.output<typeof logsPageQuery>;

export const filterLabels = {
  search: 'Search',
  hook_id: 'Hook ID',
  pr_number: 'PR #',
  repository: 'Repository',
  event_type: 'Event',
  scm_user: 'User',
  level: 'Level',
} as const;
export type FilterName = keyof typeof filterLabels;

export const filterNames = Object.keys(filterLabels) as FilterName[];

export const levels = ['COMPLETED', 'DEBUG', 'INFO', 'WARNING', 'ERROR', 'STEP', 'SUCCESS'];

/** The filters as a query string, as the API takes them. */
export function filterQuery(query: LogsPageQuery, changes: Partial<LogsPageQuery> = {}): string {
  const { offset: _offset, entry: _entry, live: _live, limit: _limit, ...filters } = query;
  return queryText({ ...filters, ...changes });
}

/** The page with other filters; without these the same ones, from the first page on. */
export function logsUrl(query: LogsPageQuery, changes: Partial<LogsPageQuery> = {}): string {
  const limit = query.limit === '1000' ? '' : query.limit;
  const text = queryText({ ...query, limit, offset: '', entry: '', q: '', ...changes });
  return text === '' ? '/logs' : `/logs?${text}`;
}

/** The newest entries up to now are followed. */
export function isLive({ live, end_time, entry, offset }: LogsPageQuery): boolean {
  if (entry !== '') return false;
  return live === '' ? end_time === '' && offset === '' : live === 'true';
}

function queryText(values: Readonly<Record<string, string>>): string {
  const entries = Object.entries(values).filter(([, value]) => value !== '');
  return new URLSearchParams(
    entries.map(([name, value]) => [name, value.toWellFormed()]),
  ).toString();
}

export function deliveryUrl(id: string): string {
  return `/logs/deliveries/${encodeURIComponent(id.toWellFormed())}`;
}

/** Without a full name the page lists the repositories that have this number. */
export function pullUrl(number: number, repository: string | null): string {
  const names = repository?.split('/') ?? [];
  if (names.length !== 2) return `/logs/pulls/${number}`;
  const [owner, name] = names.map((each) => encodeURIComponent(each.toWellFormed()));
  return `/logs/pulls/${owner}/${name}/${number}`;
}
