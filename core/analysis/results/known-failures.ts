import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { issueUrl } from '../base/schema/issue-url.ts';
import { knownFailures } from '../base/tables/tables.ts';
import type { KnownFailure } from '../base/schema/known-failure.ts';
import { today } from '../jobs/compare/list-known.ts';
import { assertSteers } from '../people/steering.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

/** PUT /history/known/{name} */
export const knownBody = z.object({
  /** The last day, in UTC. */
  until: z.iso.date('must be a date such as 2026-01-31'),
  issue_url: issueUrl,
  reason: z._default(z.string().check(z.maxLength(1_000, 'must have at most 1000 characters')), ''),
});

/** Marks a test as known to fail: until the day has passed it is not new, and closes no gate. */
export async function setKnown(
  needs: Needs & Pick<Platform, 'environment'>,
  caller: Pick<Caller, 'username'>,
  test_name: string,
  body: z.output<typeof knownBody>,
): Promise<KnownFailure> {
  assertSteers(needs, caller);
  const { records, clock } = needs;
  if (body.until < today(clock)) {
    throw new Failure('invalid', 'past_date', 'until must not be in the past');
  }
  const { username } = caller;
  const created_at = clock.now().toISOString();
  const row = { test_name, ...body, reason: body.reason.trim(), username, created_at };
  await records.put(knownFailures, row);
  return row;
}

export async function forgetKnown(
  needs: Needs & Pick<Platform, 'environment'>,
  caller: Pick<Caller, 'username'>,
  test_name: string,
): Promise<void> {
  assertSteers(needs, caller);
  if (await needs.records.delete(knownFailures, { test_name })) return;
  throw new Failure('missing', 'not_known', 'The test is not marked as known to fail');
}
