import { onEvent } from '#core/jobs/on-event.ts';
import { tellAlerts } from '#core/webhook/upkeep/alerts.ts';

/** Tells the operator about failed deliveries and matches of queries. */
export const handler = onEvent((platform) => tellAlerts(platform));
