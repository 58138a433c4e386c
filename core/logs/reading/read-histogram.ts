import type * as z from 'zod/mini';
import { Failure } from '../../platform/failure.ts';
import type { LogQuery } from '../../platform/ports/logs.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import type { histogram } from '../schema/entry.ts';
import type { histogramQuery } from '../schema/query.ts';
import { queryOf } from './query-of.ts';

type Needs = Pick<Platform, 'logs'>;

/** Matches over time, by default from the first to the last one. */
export async function readHistogram(
  needs: Needs,
  { buckets, ...filters }: z.output<typeof histogramQuery>,
): Promise<z.output<typeof histogram>> {
  const query = queryOf(filters);
  const start = query.start ?? (await timeOf(needs, query, 'oldest'));
  const end = query.end ?? (await timeOf(needs, query, 'newest'));
  if (start === undefined || end === undefined) {
    return { start_time: start ?? null, end_time: end ?? null, buckets: [] };
  }
  if (start > end) {
    throw new Failure('invalid', 'bad_span', 'start_time must not be after end_time');
  }
  const counted = await needs.logs.histogram({ ...query, start, end }, buckets);
  return { start_time: start, end_time: end, buckets: [...counted] };
}

async function timeOf({ logs }: Needs, query: LogQuery, order: 'newest' | 'oldest') {
  return (await logs.search(query, { limit: 1, order })).entries[0]?.timestamp;
}
