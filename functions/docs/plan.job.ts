import { generationRun } from '#core/docs/generate/generation-run.ts';
import { firstStep } from '#core/runs/run-here.ts';
import { stepJob } from '#core/runs/step-job.ts';
import { steps } from './steps.ts';

/** Obtains a repository and plans its documentation. */
export const { handler, dead, definition } = stepJob(generationRun, 'start', (platform, run) =>
  firstStep(platform, generationRun, run, steps),
);
