import type * as z from 'zod/mini';
import { Failure } from '../../platform/failure.ts';
import type { LogQuery } from '../../platform/ports/logs.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import type { around } from '../schema/entry.ts';
import type { aroundQuery } from '../schema/query.ts';
import { queryOf } from './query-of.ts';

/** An entry with those that were written before and after it. Filters leave out other ones, such as
 * those of other deliveries; the entry itself is always there. */
export async function readAround(
  { logs }: Pick<Platform, 'logs'>,
  { cursor, before, after, ...filters }: z.output<typeof aroundQuery>,
): Promise<z.output<typeof around>> {
  const query = queryOf(filters);
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
