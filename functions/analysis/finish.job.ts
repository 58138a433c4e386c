import { alertsOfDead } from '#core/analysis/alerts/alert-dead-letter.ts';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { resultStep } from '#core/analysis/jobs/steps/result-step.ts';
import { stepJob } from '#core/runs/step-job.ts';

/** Stores the result of a job and ends it. */
export const { handler, dead, definition } = stepJob(
  analysisRun,
  'finish',
  (platform, run) =>
    resultStep(platform, run, async (row, groups, signal) => {
      const { addMatches } = await import('#core/analysis/issues/tracker/add-matches.ts');
      return addMatches(platform, row, groups, signal);
    }),
  alertsOfDead,
);
