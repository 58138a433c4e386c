import { allRows } from '#core/platform/all-rows.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { KnownFailure } from '../../base/schema/known-failure.ts';
import { knownFailures } from '../../base/tables/tables.ts';

// Without the schemas of requests: the last step of every analysis reads it.

type Needs = Pick<Platform, 'records' | 'clock'>;

/** Those whose day has not passed, by name. */
export async function listKnown(needs: Needs): Promise<KnownFailure[]> {
  const marks: KnownFailure[] = [];
  for await (const rows of allRows(needs, knownFailures, {})) {
    for (const { version: _version, ...row } of rows) {
      if (row.until >= today(needs.clock)) marks.push(row);
    }
  }
  return marks;
}

/** Undefined: it is not marked, or the day has passed. */
export async function readKnown(
  { records, clock }: Needs,
  test_name: string,
): Promise<KnownFailure | undefined> {
  const row = await records.get(knownFailures, { test_name });
  if (!row || row.until < today(clock)) return undefined;
  const { version: _version, ...mark } = row;
  return mark;
}

/** In UTC. */
export function today(clock: Needs['clock']): string {
  return clock.now().toISOString().slice(0, 10);
}
