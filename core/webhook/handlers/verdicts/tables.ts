import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';

/** What people said about a commit. Labels only show it. */
export const verdicts = table({
  name: 'webhook_verdicts',
  version: 1,
  columns: z.object({
    repository: z.string(),
    number: z.int(),
    /** As its label, in lower case and not cut: `approved-ada`, `verified`. */
    verdict: z.string(),
    /** The commit that was judged, and the branch that it was to be merged into. */
    sha: z.string(),
    base: z.string(),
    /** When it was given; empty: unknown. */
    at: z.string(),
    expires_at: z.string(),
  }),
  key: ['repository', 'number', 'verdict'],
  expires: 'expires_at',
});

export type VerdictRow = ReturnType<typeof verdicts.parse>;

/** The newest commit and the base branch whose event was processed. */
export const heads = table({
  name: 'webhook_heads',
  version: 1,
  columns: z.object({
    repository: z.string(),
    number: z.int(),
    sha: z.string(),
    base: z.string(),
    /** When the code host got them; empty: they are those of the first event. */
    since: z.string(),
    expires_at: z.string(),
  }),
  key: ['repository', 'number'],
  expires: 'expires_at',
});

const keptDays = 365;

/** A pull request without an event for so long needs new verdicts. */
export function expiryAt(now: Date): string {
  return new Date(now.getTime() + keptDays * 24 * 3_600_000).toISOString();
}
