import type { Platform } from '#core/platform/ports/platform.ts';
import { laneStep } from '#core/runs/lane-step.ts';
import type { Stepped, StepRun } from '#core/runs/step.ts';
import { explainGroup } from '../../explain/explain-group.ts';
import { analysisRun } from '../analysis-run.ts';
import { reportPhase } from '../report-phase.ts';

type Needs = Parameters<typeof explainGroup>[0] & Pick<Platform, 'queue' | 'feed' | 'log'>;

/** Explains groups of failures, one after the other. */
export function groupStep(
  needs: Needs,
  run: StepRun & { readonly lane: number },
): Promise<Stepped> {
  return laneStep(needs, analysisRun, run, ({ row: job, began, signal }, group) => {
    const enterPhase = (phase: string) => reportPhase(needs, job.id, phase);
    return explainGroup(needs, { job, group, began, signal, enterPhase });
  });
}
