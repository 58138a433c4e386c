import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';
import { place } from '../schema/records.ts';

/** Where an issue is filed: in the code host or in the issue tracker. */
export const issueTargets = ['scm', 'tracker'] as const;
export type IssueTarget = (typeof issueTargets)[number];

const issue = z.object({
  /** Hash of the failure, or of the feedback, and of the place of the issue. */
  id: z.string(),
  /** Empty: feedback. */
  job_id: z.string(),
  ...place,
  target: z.enum(issueTargets),
  /** When the first request came. */
  created_at: z.string(),
  /** Until then a request may be filing the issue. */
  lease_until: z.string(),
  /** Empty until the issue is known to exist. */
  url: z._default(z.string(), ''),
  title: z._default(z.string(), ''),
  key: z._default(z.string(), ''),
  number: z._default(z.int(), 0),
  /** Reserved for the comment with the link; 0: none. */
  comment_id: z._default(z.int(), 0),
  /** The comment was written. */
  is_linked: z._default(z.boolean(), false),
  /** Null: with the job. */
  expires_at: z.nullable(z.string()),
});
export type IssueRow = z.output<typeof issue>;

/** Issues that were filed for failures: the row is written before the issue is. */
export const issues = table({
  name: 'analysis_issues',
  version: 1,
  columns: issue,
  key: ['id'],
  indexes: { by_job: { equal: ['job_id'], order: 'created_at' } },
  expires: 'expires_at',
});
