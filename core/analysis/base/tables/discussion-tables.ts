import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';
import { commentView, mentionView, place } from '../schema/records.ts';

/** What people say of a failure. */
export const comments = table({
  name: 'analysis_comments',
  version: 1,
  columns: commentView,
  key: ['job_id', 'id'],
  indexes: { by_test: { equal: ['test_name'], order: 'created_at' } },
});

const review = z.object({
  job_id: z.string(),
  ...place,
  /** SHA-256 of the failure's key in the review map, which may be longer than a key. */
  target: z.string(),
  reviewed: z.boolean(),
  username: z.string(),
  updated_at: z.string(),
});

/** The failures that people have checked off. */
export const reviews = table({
  name: 'analysis_reviews',
  version: 1,
  columns: review,
  key: ['job_id', 'target'],
  indexes: { by_state: { equal: ['job_id', 'reviewed'], order: 'updated_at' } },
});

const mention = z.object({
  ...mentionView.shape,
  /** The mentioned user's name in lower case: `@Uma` means `uma`. */
  mentioned: z.string(),
  read: z._default(z.boolean(), false),
});

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
