import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { startStep } from '../../../runs/start-step.ts';
import type { Stepped, StepRun } from '../../../runs/step.ts';
import { openSecrets } from '../../configuration/sealed.ts';
import { readInput } from '../../input/input-failure.ts';
import { analysisSettings } from '../../settings.ts';
import { prepareWorkspace } from '../../workspace/prepare-workspace.ts';
import { analysisRun } from '../analysis-run.ts';
import { appendProgress } from '../job-progress.ts';
import { phaseChanges } from '../report-phase.ts';
import { makeGroups } from '../../grouping/make-groups.ts';

type Needs = Pick<
  Platform,
  | ('records' | 'queue' | 'feed' | 'blobs' | 'clock' | 'log' | 'git' | 'trees' | 'ai')
  | ('environment' | 'secrets')
>;

/** The first step: groups the failures and clones the repositories. */
export function prepareStep(needs: Needs, run: StepRun): Promise<Stepped> {
  return startStep(needs, analysisRun, run, async (held, { signal }) => {
    const started = held.row().analysis_started_at ?? needs.clock.now().toISOString();
    await held.write({
      ...{ status: 'running', analysis_started_at: started },
      ...phaseChanges(needs, held.row(), 'analyzing'),
    });
    const job = held.row();
    await appendProgress(needs, job);
    const { GROUP_NORMALIZED } = analysisSettings(needs.environment);
    const items = await makeGroups(readInput(needs, job.id), { isNormalized: GROUP_NORMALIZED });
    if (items.length === 0) return { items, changes: {} };
    const { ai_provider, ai_model } = job;
    const reason = await needs.ai.unavailable(ai_provider, ai_model);
    if (reason !== undefined) throw new Failure('upstream', 'ai_unavailable', reason);
    const secrets = await openSecrets(needs, job.sealed_params);
    const { notes } = await prepareWorkspace(needs, job, secrets, signal);
    const findings = { unverified_quotes: 0, overrides_applied: [], notes };
    const entered = phaseChanges(needs, job, 'analyzing_failures');
    return { items, changes: { ...entered, groups: items.length, findings } };
  });
}
