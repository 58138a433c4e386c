import type * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { LogQuery } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { around, entryPage, histogram } from '../schema/entry.ts';
import type { aroundQuery, entriesQuery, histogramQuery } from '../schema/query.ts';
import { queryOf } from './query-of.ts';

type Needs = Pick<Platform, 'logs' | 'clock'>;

/** A page of the matching entries, newest first. */
export async function readEntries(
  { logs, clock }: Needs,
  { limit, offset, after, budget_ms, ...filters }: z.output<typeof entriesQuery>,
): Promise<z.output<typeof entryPage>> {
  const query = { ...queryOf(filters, clock.now()), ...(after !== undefined && { after }) };
  const budget = budget_ms === undefined ? {} : { budgetMilliseconds: budget_ms };
  const { entries, total, kept, scanned, isPartial } = await logs.search(query, {
    limit,
    offset,
    ...budget,
  });
  return {
    entries: [...entries],
    entries_processed: scanned,
    filtered_count_min: total,
    total_log_count_estimate: kept,
    total_count: total,
    limit,
    offset,
    is_partial_scan: isPartial,
  };
}

/** An entry with those that were written before and after it. Filters leave out other ones, such as
 * those of other deliveries; the entry itself is always there. */
export async function readAround(
  { logs, clock }: Needs,
  { cursor, before, after, ...filters }: z.output<typeof aroundQuery>,
): Promise<z.output<typeof around>> {
  const query = queryOf(filters, clock.now());
  const some = async (part: LogQuery, limit: number, order: 'newest' | 'oldest') =>
    limit === 0 ? [] : (await logs.search(part, { limit, order })).entries;
  const [earlier, own, later] = await Promise.all([
    some({ ...query, before: cursor }, before, 'newest'),
    some({ after: cursor - 1, before: cursor + 1 }, 1, 'newest'),
    some({ ...query, after: cursor }, after, 'oldest'),
  ]);
  if (own.length === 0) {
    throw new Failure('missing', 'no_entry', `No entry with the cursor ${cursor}`);
  }
  return { cursor, entries: [...earlier.toReversed(), ...own, ...later] };
}

/** Matches over time, by default from the first to the last one. */
export async function readHistogram(
  needs: Needs,
  { buckets, ...filters }: z.output<typeof histogramQuery>,
): Promise<z.output<typeof histogram>> {
  const query = queryOf(filters, needs.clock.now());
  const start = query.start ?? (await timeOfMatch(needs, query, 'oldest'));
  const end = query.end ?? (await timeOfMatch(needs, query, 'newest'));
  if (start === undefined || end === undefined) {
    return { start_time: start ?? null, end_time: end ?? null, buckets: [] };
  }
  if (start > end) {
    throw new Failure('invalid', 'bad_span', 'start_time must not be after end_time');
  }
  const spans = await needs.logs.histogram({ ...query, start, end }, buckets);
  return { start_time: start, end_time: end, buckets: [...spans] };
}

async function timeOfMatch(
  { logs }: Pick<Platform, 'logs'>,
  query: LogQuery,
  order: 'newest' | 'oldest',
) {
  return (await logs.search(query, { limit: 1, order })).entries[0]?.timestamp;
}
