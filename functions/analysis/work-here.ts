import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { runHere } from '#core/runs/run-here.ts';
import { steps } from './steps.ts';

/** Works a new analysis in the process that got its request. */
export function workHere(platform: Platform, job: string): Promise<void> {
  return runHere(platform, analysisRun, job, steps);
}
