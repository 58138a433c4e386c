import * as z from 'zod/mini';

/** ReportPortalPushResult */
export const pushResult = z.object({
  /** Items of the portal that have the class now. */
  pushed: z.int(),
  /** Failures without a class, without an item, or with several that may be meant. */
  unmatched: z.array(z.string()),
  errors: z.array(z.string()),
  /** The newest launch of the build. */
  launch_id: z.nullable(z.int()),
});
export type PushResult = z.output<typeof pushResult>;
