import { generationRun } from '#core/docs/generate/generation-run.ts';
import { laneJob } from '#core/runs/step-job.ts';
import { steps } from './steps.ts';

/** Writes pages of a documentation. */
export const { handler, dead, definition } = laneJob(generationRun, steps.lane);
