import { onEvent } from '#core/jobs/on-event.ts';
import { tellFailures } from '#core/webhook/upkeep/alerts.ts';

/** Tells the operator about failed deliveries. */
export const handler = onEvent((platform) => tellFailures(platform));
