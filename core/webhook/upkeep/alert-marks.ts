import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';

/** Up to when failed deliveries, and the matches of each query, were told. */
export const alertMarks = table({
  name: 'webhook_alerts',
  version: 1,
  columns: z.object({ id: z.string(), told_until: z.string() }),
  key: ['id'],
});
