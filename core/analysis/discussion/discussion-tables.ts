import * as z from 'zod/mini';
import { table } from '../../platform/table.ts';

const place = {
  job_id: z.string(),
  test_name: z.string(),
  child_job_name: z.string(),
  child_build_number: z.int(),
};

const comment = z.object({
  ...place,
  id: z.int(),
  comment: z.string(),
  error_signature: z.string(),
  username: z.string(),
  created_at: z.string(),
});
export type CommentRow = z.output<typeof comment>;

/** What people say of a failure. */
export const comments = table({
  name: 'analysis_comments',
  version: 1,
  columns: comment,
  key: ['job_id', 'id'],
  indexes: { by_test: { equal: ['test_name'], order: 'created_at' } },
});

const review = z.object({
  ...place,
  /** SHA-256 of the failure's key in the review map, which may be longer than a key. */
  target: z.string(),
  reviewed: z.boolean(),
  username: z.string(),
  updated_at: z.string(),
});
export type Review = z.output<typeof review>;

/** The failures that people have checked off. */
export const reviews = table({
  name: 'analysis_reviews',
  version: 1,
  columns: review,
  key: ['job_id', 'target'],
  indexes: { by_state: { equal: ['job_id', 'reviewed'], order: 'updated_at' } },
});

const mention = z.object({
  ...place,
  /** The mentioned user's name in lower case: `@Uma` means `uma`. */
  mentioned: z.string(),
  /** Of the comment. */
  id: z.int(),
  comment: z.string(),
  /** Who wrote the comment. */
  username: z.string(),
  created_at: z.string(),
  read: z._default(z.boolean(), false),
});
export type MentionRow = z.output<typeof mention>;

/** `@name` in comments. */
export const mentions = table({
  name: 'analysis_mentions',
  version: 1,
  columns: mention,
  key: ['mentioned', 'id'],
  indexes: {
    by_job: { equal: ['job_id'], order: 'id' },
    by_read: { equal: ['mentioned', 'read'], order: 'id' },
  },
});

export const discussionTables = [comments, reviews, mentions];
