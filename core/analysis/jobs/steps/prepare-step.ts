import { withTitles } from '#core/ai/providers.ts';
import { Failure } from '#core/platform/failure.ts';
import { lazy } from '#core/platform/lazy.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Held } from '#core/runs/hold.ts';
import { startStep, type Prepared } from '#core/runs/start-step.ts';
import type { Step, Stepped, StepRun } from '#core/runs/step.ts';
import type { ReadJobBuilds } from './wait-for-build.ts';
import type { readChanges } from '../../intake/changes/read-changes.ts';
import { openSecrets } from '../../base/configuration/sealed.ts';
import { readInput } from '../../intake/input/input-failure.ts';
import { analysisSettings } from '../../base/settings.ts';
import type { Job, JobGroup } from '../../base/tables/job-tables.ts';
import { unanswered } from '../../explain/unanswered.ts';
import { prepareWorkspace } from '../../explain/workspace/prepare-workspace.ts';
import { analysisRun } from '../analysis-run.ts';
import { appendProgress } from '../read-job.ts';
import { phaseChanges } from '../report-phase.ts';

type Needs = Pick<
  Platform,
  | ('records' | 'queue' | 'feed' | 'blobs' | 'clock' | 'log' | 'git' | 'trees' | 'ai' | 'fetch')
  | ('environment' | 'secrets' | 'home')
>;

const grouping = lazy(() => import('../../explain/grouping/make-groups.ts'));

/** The first step: waits for the build and reads it, groups the failures and clones the
 * repositories. */
export function prepareStep(needs: Needs, run: StepRun): Promise<Stepped> {
  const prepareRun = async (lease: Held<Job>, step: Step<Job>) => {
    const { build } = lease.row();
    const { GROUP_NORMALIZED: isNormalized } = analysisSettings(needs.environment);
    if (!build) {
      const { largest, makeGroups } = await grouping();
      const making = makeGroups(readInput(needs, run.run), { isNormalized });
      const [groups] = await Promise.all([making, appendProgress(needs, lease.row())]);
      const items = largest(groups);
      return prepare(needs, lease, step, { items, notes: leftOut(items, groups.length) });
    }
    // Analyses without a build do not load the code for build servers and their reports.
    const { readJobBuilds } = await import('./wait-for-build.ts');
    const { status, waiting } = lease.row();
    if (status === 'waiting' && !waiting) await assertAnswers(needs, lease.row());
    const read = await readJobBuilds(needs, lease, build, step);
    if (!read || 'againSeconds' in read) return read;
    const { makeBuildGroups } = await grouping();
    const { groups: items, total } = await makeBuildGroups(needs, run.run, read.nodes, {
      isNormalized,
    });
    const failure_count = read.nodes.reduce((sum, { failures }) => sum + failures, 0);
    const notes = read.nodes.slice(0, 1).flatMap(({ note }) => note ?? []);
    const source = { items, notes: [...notes, ...leftOut(items, total)] };
    const prepared = await prepare(needs, lease, step, source, read);
    return { ...prepared, changes: { ...prepared.changes, failure_count } };
  };
  return startStep(needs, analysisRun, run, prepareRun, (job) =>
    job.build ? {} : begun(needs, job),
  );
}

function leftOut({ length }: readonly unknown[], total: number): string[] {
  if (total === length) return [];
  const [some, all] = [length, total].map((count) => count.toLocaleString('en'));
  return [
    `The failures have ${all} different errors: the ${some} most frequent are analyzed, the others are listed`,
  ];
}

/** What the beginning of the analysis changes. */
function begun({ clock }: Needs, job: Job): Partial<Job> {
  return {
    status: 'running',
    analysis_started_at: job.analysis_started_at ?? clock.now().toISOString(),
    ...phaseChanges({ clock }, job, 'analyzing'),
  };
}

async function prepare(
  needs: Needs,
  lease: Held<Job>,
  { signal }: Pick<StepRun, 'signal'>,
  { items, notes: before }: { items: readonly Partial<JobGroup>[]; notes: readonly string[] },
  source?: ReadJobBuilds,
): Promise<Prepared<Job, JobGroup>> {
  const nothing = { unverified_quotes: 0, overrides_applied: [] };
  if (items.length === 0)
    return { items, changes: { findings: { ...nothing, notes: [...before] } } };
  const job = lease.row();
  const reason = await reasonOfSilence(needs, job);
  const secrets = await openSecrets(needs, job.sealed_params);
  const [{ folders, notes }, { changes: since, note }] = await Promise.all([
    prepareWorkspace(needs, job, secrets, signal, source),
    changesOf(needs, job, secrets, source),
  ]);
  const findings = { ...nothing, notes: [...before, ...notes, ...note] };
  const entered = phaseChanges(needs, job, 'analyzing_failures');
  const changes = { ...entered, groups: items.length, folders, findings, changes: since };
  if (reason === undefined) return { items, changes };
  return { items: items.map((item) => ({ ...item, ...unanswered(item, reason) })), changes };
}

/** Analyses whose run is not known do not load the code. */
async function changesOf(...[needs, job, ...rest]: Parameters<typeof readChanges>) {
  if (!job.build && !job.source?.commit) return { changes: null, note: [] };
  const { readChanges } = await import('../../intake/changes/read-changes.ts');
  return readChanges(needs, job, ...rest);
}

/** Why the model does not answer, for people; undefined: it does. */
async function reasonOfSilence(
  { ai }: Pick<Platform, 'ai'>,
  { ai_provider, ai_model }: Job,
): Promise<string | undefined> {
  const reason = await ai.unavailable(ai_provider, ai_model);
  return reason && withTitles(reason, (await ai.program(ai_provider)).title);
}

/** A build may run for hours: a model that does not answer is found out before. */
async function assertAnswers(needs: Pick<Platform, 'ai'>, job: Job): Promise<void> {
  const reason = await reasonOfSilence(needs, job);
  if (reason !== undefined) throw new Failure('upstream', 'ai_unavailable', reason);
}
