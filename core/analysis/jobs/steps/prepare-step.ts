import { withTitles } from '#core/ai/providers.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Held } from '#core/runs/hold.ts';
import { startStep, type Prepared } from '#core/runs/start-step.ts';
import type { Step, Stepped, StepRun } from '#core/runs/step.ts';
import { makeBuildGroups, makeGroups } from '../../explain/grouping/make-groups.ts';
import type { ReadJobBuilds } from './wait-for-build.ts';
import { openSecrets } from '../../base/configuration/sealed.ts';
import { readInput } from '../../intake/input/input-failure.ts';
import { analysisSettings } from '../../base/settings.ts';
import type { Job, JobGroup } from '../../base/tables/job-tables.ts';
import { prepareWorkspace } from '../../explain/workspace/prepare-workspace.ts';
import { analysisRun } from '../analysis-run.ts';
import { appendProgress } from '../read-job.ts';
import { phaseChanges } from '../report-phase.ts';

type Needs = Pick<
  Platform,
  | ('records' | 'queue' | 'feed' | 'blobs' | 'clock' | 'log' | 'git' | 'trees' | 'ai' | 'fetch')
  | ('environment' | 'secrets' | 'home')
>;

/** The first step: waits for the build and reads it, groups the failures and clones the
 * repositories. */
export function prepareStep(needs: Needs, run: StepRun): Promise<Stepped> {
  const prepareRun = async (lease: Held<Job>, step: Step<Job>) => {
    const { build } = lease.row();
    const { GROUP_NORMALIZED: isNormalized } = analysisSettings(needs.environment);
    if (!build) {
      const grouping = makeGroups(readInput(needs, run.run), { isNormalized });
      const [items] = await Promise.all([grouping, appendProgress(needs, lease.row())]);
      return prepare(needs, lease, step, { items, notes: [] });
    }
    // Analyses without a build do not load the code for build servers and their reports.
    const { readJobBuilds } = await import('./wait-for-build.ts');
    const read = await readJobBuilds(needs, lease, build, step);
    if (!read || 'againSeconds' in read) return read;
    const items = await makeBuildGroups(needs, run.run, read.nodes, { isNormalized });
    const failure_count = read.nodes.reduce((sum, { failures }) => sum + failures, 0);
    const notes = read.nodes.slice(0, 1).flatMap(({ note }) => note ?? []);
    const prepared = await prepare(needs, lease, step, { items, notes }, read);
    return { ...prepared, changes: { ...prepared.changes, failure_count } };
  };
  return startStep(needs, analysisRun, run, prepareRun, (job) =>
    job.build ? {} : begun(needs, job),
  );
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
  const { ai_provider, ai_model } = job;
  const reason = await needs.ai.unavailable(ai_provider, ai_model);
  if (reason !== undefined) {
    const { title } = await needs.ai.program(ai_provider);
    throw new Failure('upstream', 'ai_unavailable', withTitles(reason, title));
  }
  const secrets = await openSecrets(needs, job.sealed_params);
  const { folders, notes } = await prepareWorkspace(needs, job, secrets, signal, source);
  const findings = { ...nothing, notes: [...before, ...notes] };
  const entered = phaseChanges(needs, job, 'analyzing_failures');
  return { items, changes: { ...entered, groups: items.length, folders, findings } };
}
