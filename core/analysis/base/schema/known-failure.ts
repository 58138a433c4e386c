import * as z from 'zod/mini';

/** A test that is known to fail. */
export const knownFailure = z.object({
  test_name: z.string(),
  /** The last day, in UTC. */
  until: z.string(),
  issue_url: z.string(),
  reason: z.string(),
  username: z.string(),
  created_at: z.string(),
});
export type KnownFailure = z.output<typeof knownFailure>;
