import { maxLookErrors, type Job } from '../../base/tables/job-tables.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Held } from '#core/runs/hold.ts';
import { runLeaseMilliseconds } from '#core/runs/run-type.ts';
import type { Ci, CiBuild } from '../../intake/ci/ci.ts';
import { appendProgress } from '../read-job.ts';
import { findBuild, openBuildServer } from '../../intake/ci/open-ci.ts';
import { phaseChanges } from '../report-phase.ts';
import type { BuildParams } from '../../base/schema/params.ts';
import type { Stepped } from '#core/runs/step.ts';
import { openSecrets } from '../../base/configuration/sealed.ts';
import { readTree, storeTree, type BuildNode } from '../../intake/builds/build-tree.ts';
import { readBuilds, rootNode } from '../../intake/builds/read-builds.ts';

type Needs = Pick<Platform, 'records' | 'clock' | 'feed'>;

const minute = 60_000;
/** A message is delayed by 15 minutes at most: a longer wait is several messages. */
const maxDelaySeconds = 900;
/** So that sums of times stay dates. */
const maxMinutes = 525_600;

/** One look at a running build: the build when it has ended, else when to come again. It may be
 * repeated: before its time it looks at nothing. */
export async function waitForBuild(
  needs: Needs,
  lease: Held<Job>,
  params: BuildParams,
  ci: Ci,
): Promise<CiBuild | { readonly againSeconds: number }> {
  const { clock } = needs;
  const now = () => clock.now().getTime();
  const { job_name: name, build_number: number } = lease.row();
  const { deadline, next_look, errors } =
    lease.row().waiting ?? (await begin(needs, lease, params, ci));
  if (Date.parse(next_look) > now()) {
    // A message reaches no further than 15 minutes; taking the step shortened the lease.
    await lease.write({ lease_until: leaseAfter(next_look) });
    return { againSeconds: secondsUntil(next_look, now()) };
  }
  const { build, failure } = await look(ci, name, number);
  if (build?.result !== undefined) return build;
  const failed = failure ? errors + 1 : 0;
  if (failure && failed >= maxLookErrors) throw serverDown(failure);
  if (deadline !== null && now() >= Date.parse(deadline)) {
    const text = `Timed out waiting for CI job ${name} #${number} after ${params.max_wait_minutes} minutes`;
    throw new Failure('upstream', 'ci_timeout', text);
  }
  const pause = Math.min(params.poll_interval_minutes, maxMinutes) * minute;
  const next = Math.min(now() + pause, deadline === null ? Infinity : Date.parse(deadline));
  await lease.write({
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
  lease: Held<Job>,
  { max_wait_minutes: most }: BuildParams,
  ci: Ci,
): Promise<NonNullable<Job['waiting']>> {
  const began = needs.clock.now().getTime();
  await lease.write(phaseChanges(needs, lease.row(), 'waiting_for_ci'));
  await appendProgress(needs, lease.row());
  await ci.reach();
  const deadline = most === 0 ? null : iso(began + Math.min(most, maxMinutes) * minute);
  const waiting = { deadline, next_look: iso(began), errors: 0 };
  await lease.write({ waiting });
  return waiting;
}

function serverDown(cause: Failure): Failure {
  const text = `The build server failed ${maxLookErrors} times in a row. The last time: ${cause.message}`;
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
  return Math.min(maxDelaySeconds, Math.max(1, seconds));
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

type ReadNeeds = Parameters<typeof openBuildServer>[0] &
  Pick<Platform, 'records' | 'blobs' | 'clock' | 'feed' | 'secrets'>;

export interface ReadJobBuilds {
  readonly ci: Ci;
  /** The build that was asked for. */
  readonly root: CiBuild;
  readonly nodes: readonly BuildNode[];
}

interface At {
  /** When the step began, in milliseconds. */
  readonly began: number;
  readonly signal: AbortSignal;
}

/** Waits for the build of a job and reads it with its failed children. The job may have ended after
 * it, or the step has to come again. */
export async function readJobBuilds(
  needs: ReadNeeds,
  lease: Held<Job>,
  params: BuildParams,
  { began, signal }: At,
): Promise<ReadJobBuilds | Stepped> {
  const { id, status, sealed_params, job_name, build_number } = lease.row();
  const ci = openBuildServer(needs, params, await openSecrets(needs, sealed_params), signal);
  const root =
    status === 'waiting'
      ? await waitForBuild(needs, lease, params, ci)
      : await findBuild(ci, job_name, build_number);
  if ('againSeconds' in root) return root;
  await lease.write({
    status: 'running',
    waiting: null,
    analysis_started_at: lease.row().analysis_started_at ?? needs.clock.now().toISOString(),
    ci_url: root.url,
    ...phaseChanges(needs, lease.row(), 'analyzing'),
  });
  await appendProgress(needs, lease.row());
  if (root.result === 'success' && !params.force) return completeEarly(needs, lease);
  const nodes = (await readTree(needs, id)) ?? [rootNode({ name: job_name, number: build_number })];
  const isWhole = await readBuilds(needs, nodes, {
    job: id,
    ci,
    root,
    began,
    signal,
    async onChildren() {
      await lease.write(phaseChanges(needs, lease.row(), 'analyzing_child_jobs'));
      await appendProgress(needs, lease.row());
    },
  });
  await storeTree(needs, id, nodes);
  return isWhole ? { ci, root, nodes } : { againSeconds: 0 };
}

async function completeEarly(needs: ReadNeeds, lease: Held<Job>): Promise<void> {
  await lease.write({
    status: 'completed',
    completed_at: needs.clock.now().toISOString(),
    summary: 'Build passed successfully. No failures to analyze.',
    child_job_count: 0,
  });
  await appendProgress(needs, lease.row());
}
