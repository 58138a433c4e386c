import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Held } from '#core/runs/hold.ts';
import { runLeaseMilliseconds } from '#core/runs/run-type.ts';
import type { Ci, CiBuild } from '#core/analysis/intake/ci/ci.ts';
import { appendProgress } from '../job-progress.ts';
import { findBuild } from '#core/analysis/intake/ci/find-build.ts';
import { phaseChanges } from '../report-phase.ts';
import type { BuildParams } from '#core/analysis/base/schema/params.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';

type Needs = Pick<Platform, 'records' | 'clock' | 'feed'>;

/** Looks in a row that fail. */
export const mostErrors = 5;
const minute = 60_000;
/** A message is delayed by 15 minutes at most: a longer wait is several messages. */
const longestDelaySeconds = 900;
/** So that sums of times stay dates. */
const mostMinutes = 525_600;

/** One look at a running build: the build when it has ended, else when to come again. It may be
 * repeated: before its time it looks at nothing. */
export async function waitForBuild(
  needs: Needs,
  held: Held<Job>,
  params: BuildParams,
  ci: Ci,
): Promise<CiBuild | { readonly againSeconds: number }> {
  const { clock } = needs;
  const now = () => clock.now().getTime();
  const { job_name: name, build_number: number } = held.row();
  const { deadline, next_look, errors } =
    held.row().waiting ?? (await begin(needs, held, params, ci));
  if (Date.parse(next_look) > now()) {
    // A message reaches no further than 15 minutes; taking the step shortened the lease.
    await held.write({ lease_until: leaseAfter(next_look) });
    return { againSeconds: secondsUntil(next_look, now()) };
  }
  const { build, failure } = await look(ci, name, number);
  if (build?.result !== undefined) return build;
  const failed = failure ? errors + 1 : 0;
  if (failure && failed >= mostErrors) throw serverDown(failure);
  if (deadline !== null && now() >= Date.parse(deadline)) {
    const text = `Timed out waiting for CI job ${name} #${number} after ${params.max_wait_minutes} minutes`;
    throw new Failure('upstream', 'ci_timeout', text);
  }
  const pause = Math.min(params.poll_interval_minutes, mostMinutes) * minute;
  const next = Math.min(now() + pause, deadline === null ? Infinity : Date.parse(deadline));
  await held.write({
    waiting: { deadline, next_look: iso(next), errors: failed },
    ...(build && { ci_url: build.url }),
    lease_until: leaseAfter(iso(next)),
    revivals: 0,
  });
  return { againSeconds: secondsUntil(iso(next), now()) };
}

/** A run that waits has not stopped: the sweep leaves it alone until its next look is overdue. */
function leaseAfter(look: string): string {
  return iso(Date.parse(look) + runLeaseMilliseconds);
}

/** The server is asked once whether it answers at all, so that a wrong address fails at once. */
async function begin(
  needs: Needs,
  held: Held<Job>,
  { max_wait_minutes: most }: BuildParams,
  ci: Ci,
): Promise<NonNullable<Job['waiting']>> {
  const began = needs.clock.now().getTime();
  await held.write(phaseChanges(needs, held.row(), 'waiting_for_ci'));
  await appendProgress(needs, held.row());
  await ci.reach();
  const deadline = most === 0 ? null : iso(began + Math.min(most, mostMinutes) * minute);
  const waiting = { deadline, next_look: iso(began), errors: 0 };
  await held.write({ waiting });
  return waiting;
}

function serverDown(cause: Failure): Failure {
  const text = `The build server failed ${mostErrors} times in a row. The last time: ${cause.message}`;
  return new Failure('upstream', 'ci_down', text, { cause });
}

/** A server that does not answer now may answer later. */
async function look(ci: Ci, name: string, number: number) {
  try {
    return { build: await findBuild(ci, name, number) };
  } catch (error) {
    if (isFailure(error, 'upstream')) return { failure: error };
    throw error;
  }
}

function secondsUntil(time: string, now: number): number {
  const seconds = Math.ceil((Date.parse(time) - now) / 1_000);
  return Math.min(longestDelaySeconds, Math.max(1, seconds));
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
