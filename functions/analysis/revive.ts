import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { onEvent } from '#core/jobs/on-event.ts';
import { reviveRuns } from '#core/runs/revive.ts';

/** Queues analyses again that no worker holds. */
export const handler = onEvent((platform) => reviveRuns(platform, analysisRun));
