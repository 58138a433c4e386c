import { generationRun } from '#core/docs/generate/generation-run.ts';
import { runHere } from '#core/runs/run-here.ts';
import { stepJob } from '#core/runs/step-job.ts';
import { steps } from './steps.ts';

/** Obtains a repository and plans its documentation. Where a process may work as long as it likes, it goes
 * on to the other steps; a job that comes again leaves them to the queues. */
export const { handler, dead, definition } = stepJob(generationRun, 'start', (platform, step) =>
  step.fence === 1 && platform.home.worksForRequests
    ? runHere(platform, generationRun, step.run, steps, step)
    : steps.start(platform, step),
);
