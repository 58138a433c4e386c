import { generationRun } from '#core/docs/generate/generation-run.ts';
import { pageStep } from '#core/docs/generate/steps/page-step.ts';
import { laneJob } from '#core/runs/step-job.ts';

/** Writes pages of a documentation. */
export const { handler, dead, definition } = laneJob(generationRun, pageStep);
