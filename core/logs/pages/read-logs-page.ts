import type { OldCopies, PlacedEntry } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { oldCopies } from '../prune-logs.ts';
import { readAround, readEntries, readHistogram } from '../reading/read-entries.ts';
import { isFailure } from '#core/platform/failure.ts';
import { filtersOfLine } from '../reading/query-line.ts';
import { timeOf } from '../reading/query-of.ts';
import { filterQuery, type Filters } from '../schema/query.ts';
import { zonedTime } from '../text/zoned-time.ts';
import type { Wrong } from './filter-form.ts';
import { type Facet, facetsOf, maxCounted } from './facets.ts';
import { filterLabels, logsUrl, type LogsPageQuery } from './page-query.ts';
import type { Volume } from './volume-chart.ts';

type Needs = Pick<Platform, 'clock' | 'environment' | 'logs'>;

export interface LogsContent {
  readonly query: LogsPageQuery;
  readonly wrong: Wrong;
  /** The share of the log files that is indexed, while searches wait for the rest. */
  readonly indexed?: number;
  /** Undefined: the form has to be corrected first, or the index is not complete. */
  readonly results?: Results;
  /** Old files that wait for a decision. */
  readonly copies?: OldCopies | undefined;
}

export interface Results {
  /** Newest first: all around an entry, else the first of the page. */
  readonly entries: readonly PlacedEntry[];
  readonly offset: number;
  readonly total: number;
  readonly kept: number;
  readonly scanned: number;
  readonly isPartial: boolean;
  readonly volume?: Volume;
  /** On the first page. */
  readonly facets?: readonly Facet[];
}

/** Rows in the document; the script loads as many as the limit says. */
export const rowsOfPage = 100;
const bars = 60;
const neighbours = 50;

/** The address of the filters that the line of the page asks for. Undefined: there is no line, or it
 * has to be corrected first. */
export function lineUrl(query: LogsPageQuery): string | undefined {
  const filters = query.q === '' ? undefined : readLine(query);
  return typeof filters === 'object' ? logsUrl({ ...query, ...filters }) : undefined;
}

/** Its filters, or what is wrong with it. */
function readLine(query: LogsPageQuery): Partial<LogsPageQuery> | string {
  try {
    return filtersOfLine(query.q, query);
  } catch (error) {
    if (isFailure(error, 'invalid')) return error.message;
    throw error;
  }
}

/** Times without an offset are those of the page's zone. */
export async function readLogsPage(
  needs: Needs,
  typed: LogsPageQuery,
  zone: string,
): Promise<LogsContent> {
  const query = {
    ...typed,
    start_time: zonedTime(typed.start_time, zone),
    end_time: zonedTime(typed.end_time, zone),
  };
  const { filters, wrong } = filtersIn(query, needs.clock.now());
  if (!filters) return { query, wrong };
  const indexed = await needs.logs.indexing();
  if (indexed !== undefined) return { query, wrong, indexed };
  if (query.entry !== '') return readEntry(needs, query);
  const offset = /^\d{1,9}$/.test(query.offset) ? Number(query.offset) : 0;
  const [copies, page, histogram] = await Promise.all([
    oldCopies(needs),
    readEntries(needs, {
      ...filters,
      limit: offset === 0 ? maxCounted : rowsOfPage,
      offset,
      after: undefined,
      budget_ms: undefined,
    }),
    readHistogram(needs, { ...filters, buckets: bars }),
  ]);
  const { start_time: start, end_time: end, buckets } = histogram;
  const { total_count } = page;
  return {
    query,
    wrong,
    copies,
    results: {
      entries: page.entries.slice(0, rowsOfPage),
      ...(offset === 0 && total_count > 0 && { facets: facetsOf(page.entries) }),
      offset,
      total: total_count,
      kept: page.total_log_count_estimate,
      scanned: page.entries_processed,
      isPartial: page.is_partial_scan,
      ...(start !== null && end !== null && { volume: { start, end, buckets } }),
    },
  };
}

/** An entry among those written before and after it, whatever the filters. */
async function readEntry(needs: Needs, query: LogsPageQuery): Promise<LogsContent> {
  const cursor = /^\d{1,16}$/.test(query.entry) ? Number(query.entry) : 0;
  const range = { cursor, before: neighbours, after: neighbours };
  const { entries } = await readAround(needs, range);
  const count = entries.length;
  const counts = { offset: 0, total: count, kept: count, scanned: count, isPartial: false };
  return { query, wrong: {}, results: { entries: entries.toReversed(), ...counts } };
}

function filtersIn(query: LogsPageQuery, now: Date): { filters?: Filters; wrong: Wrong } {
  const wrong: Record<string, string> = {};
  const line = readLine(query);
  if (typeof line === 'string') wrong['q'] = line;
  const parsed = filterQuery.safeParse(query);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0]).replace('not_', '') as keyof typeof filterLabels;
    wrong[String(path[0])] = `${filterLabels[name] ?? name} ${message}`;
  }
  const { start_time: start, end_time: end } = query;
  const [startTime, endTime] = [timeOf(start, now), timeOf(end, now)];
  if (start !== '' && !startTime) wrong['start_time'] = `Start Time ${badTime}`;
  if (end !== '' && !endTime) wrong['end_time'] = `End Time ${badTime}`;
  if (startTime && endTime && startTime > endTime) {
    wrong['end_time'] = 'End Time must not be before Start Time';
  }
  if (!parsed.success || Object.keys(wrong).length > 0) return { wrong };
  return { filters: parsed.data, wrong };
}

const badTime = 'must be a time such as 2026-01-31T09:30, or 15m, 24h or 7d for so long ago';
