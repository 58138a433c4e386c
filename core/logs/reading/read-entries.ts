import type * as z from 'zod/mini';
import type { Platform } from '../../platform/ports/platform.ts';
import type { entriesQuery } from '../schema/query.ts';
import type { entryPage } from '../schema/entry.ts';
import { queryOf } from './query-of.ts';

type Needs = Pick<Platform, 'logs'>;

/** A page of the matching entries, newest first. */
export async function readEntries(
  { logs }: Needs,
  { limit, offset, after, budget_ms, ...filters }: z.output<typeof entriesQuery>,
): Promise<z.output<typeof entryPage>> {
  const query = { ...queryOf(filters), ...(after !== undefined && { after }) };
  const budget = budget_ms === undefined ? {} : { budgetMilliseconds: budget_ms };
  const { entries, total, kept, scanned, isPartial } = await logs.search(query, {
    ...{ limit, offset },
    ...budget,
  });
  return {
    entries: [...entries],
    entries_processed: scanned,
    filtered_count_min: total,
    total_log_count_estimate: kept,
    total_count: total,
    ...{ limit, offset },
    is_partial_scan: isPartial,
  };
}
