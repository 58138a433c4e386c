import { onEvent } from '#core/jobs/on-event.ts';

/** For the stream of the table: new entries go to those who follow the log. */
export const handler = onEvent((platform, event) => platform.logs.push(event));
