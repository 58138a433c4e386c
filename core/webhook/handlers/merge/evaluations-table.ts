import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';

/** Pull requests whose evaluation waits in the queue: events that come meanwhile share it. */
export const evaluations = table({
  name: 'webhook_evaluations',
  version: 1,
  columns: z.object({
    repository: z.string(),
    number: z.int(),
    /** Should the message be lost, later events are not: they ask again from then on. */
    expires_at: z.string(),
  }),
  key: ['repository', 'number'],
  expires: 'expires_at',
});
