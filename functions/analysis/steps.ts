import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { prepareStep } from '#core/analysis/jobs/steps/prepare-step.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { lazy } from '#core/platform/lazy.ts';
import { runHere, type Steps } from '#core/runs/run-here.ts';

const groups = lazy(() => import('#core/analysis/jobs/steps/group-step.ts'));
const results = lazy(() => import('#core/analysis/jobs/steps/result-step.ts'));
const matches = lazy(() => import('#core/analysis/issues/tracker/add-matches.ts'));

/** The steps of an analysis. Most are imported where they run: functions for dead letters bundle this
 * file too. */
export const steps: Steps<Platform> = {
  start: prepareStep,
  async lane(platform, run) {
    return (await groups()).groupStep(platform, run);
  },
  async finish(platform, run) {
    const { resultStep } = await results();
    return resultStep(platform, run, async (job, items, signal) =>
      (await matches()).addMatches(platform, job, items, signal),
    );
  },
};

/** Works a new analysis in the process that got its request. */
export function workHere(platform: Platform, job: string): Promise<void> {
  return runHere(platform, analysisRun, job, steps);
}
