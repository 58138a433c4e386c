import { alertsOfDead } from '#core/analysis/alerts/alert-dead-letter.ts';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { laneJob } from '#core/runs/step-job.ts';
import { steps } from './steps.ts';

/** Explains groups of failures. */
export const { handler, dead, definition } = laneJob(analysisRun, steps.lane, alertsOfDead);
