import { alertsOfDead } from '#core/analysis/alerts/alert-dead-letter.ts';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { stepJob } from '#core/runs/step-job.ts';
import { steps } from './steps.ts';

/** Groups the failures of a job and clones its repositories. */
export const { handler, dead, definition } = stepJob(
  analysisRun,
  'start',
  steps.start,
  alertsOfDead,
);
