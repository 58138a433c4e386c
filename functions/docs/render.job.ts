import { generationRun } from '#core/docs/generate/generation-run.ts';
import { stepJob } from '#core/runs/step-job.ts';
import { steps } from './steps.ts';

/** Renders and publishes a documentation. */
export const { handler, dead, definition } = stepJob(generationRun, 'finish', steps.finish);
