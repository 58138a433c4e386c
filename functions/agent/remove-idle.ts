import { removeIdleSessions } from '#core/agent/sessions.ts';
import { onEvent } from '#core/jobs/on-event.ts';

/** Removes sessions without a prompt for an hour. */
export const handler = onEvent((platform) => removeIdleSessions(platform));
