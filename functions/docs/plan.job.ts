import { generationRun } from '#core/docs/generate/generation-run.ts';
import { planStep } from '#core/docs/generate/steps/plan-step.ts';
import { stepJob } from '#core/runs/step-job.ts';

/** Obtains a repository and plans its documentation. */
export const { handler, dead, definition } = stepJob(generationRun, 'start', planStep);
