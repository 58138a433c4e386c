import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';

/** Up to when the code host's list of deliveries was compared with ours. */
export const gapCursors = table({
  name: 'webhook_gap_cursors',
  version: 1,
  columns: z.object({ repository: z.string(), looked_until: z.string() }),
  key: ['repository'],
});
