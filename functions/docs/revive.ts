import { generationRun } from '#core/docs/generate/generation-run.ts';
import { onEvent } from '#core/jobs/on-event.ts';
import { reviveRuns } from '#core/runs/revive.ts';

/** Goes on with generations that no worker is at. */
export const handler = onEvent((platform) => reviveRuns(platform, generationRun));
