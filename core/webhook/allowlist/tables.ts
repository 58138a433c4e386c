import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';

export const sources = ['scm', 'cdn'] as const;
export type SourceName = (typeof sources)[number];

/** The published addresses: the last list that could be read. */
export const allowlist = table({
  name: 'webhook_allowlist',
  version: 1,
  columns: z.object({
    source: z.enum(sources),
    /** Where the list is from: that of another URL does not count. */
    url: z.string(),
    ranges: z.array(z.string()),
    fetched_at: z.string(),
  }),
  key: ['source'],
});
