import { onEvent } from '#core/jobs/on-event.ts';
import { fillGaps } from '#core/webhook/upkeep/gaps.ts';

/** Takes in deliveries that did not reach us. */
export const handler = onEvent((platform, _event, signal) => fillGaps(platform, signal));
