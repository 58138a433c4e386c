import { alertsOfDead } from '#core/analysis/alerts/alert-dead-letter.ts';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { laneJob } from '#core/runs/step-job.ts';

/** Explains groups of failures. */
export const { handler, dead, definition } = laneJob(
  analysisRun,
  async (platform, run) => {
    // Imported here: the function for dead letters bundles this file too.
    const { groupStep } = await import('#core/analysis/jobs/steps/group-step.ts');
    return groupStep(platform, run);
  },
  alertsOfDead,
);
