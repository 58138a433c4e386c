import { onEvent } from '#core/jobs/on-event.ts';
import { repairHooks } from '#core/webhook/upkeep/hooks.ts';

/** Creates or corrects our hooks on the code host. */
export const handler = onEvent((platform, _event, signal) => repairHooks(platform, signal));
