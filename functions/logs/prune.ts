import { onEvent } from '#core/jobs/on-event.ts';
import { pruneLogs } from '#core/logs/prune-logs.ts';

/** Removes days beyond the retention. */
export const handler = onEvent((platform) => pruneLogs(platform));
