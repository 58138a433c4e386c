import { alertsOfDead } from '#core/analysis/alerts/alert-dead-letter.ts';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { stepJob } from '#core/runs/step-job.ts';
import { steps } from './steps.ts';

/** Stores the result of a job and ends it. */
export const { handler, dead, definition } = stepJob(
  analysisRun,
  'finish',
  steps.finish,
  alertsOfDead,
);
