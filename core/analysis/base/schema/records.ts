import * as z from 'zod/mini';

// Answers that are rows of a table too: the tables load them without the other views.

export const place = {
  test_name: z.string(),
  child_job_name: z.string(),
  child_build_number: z.int(),
};

export const commentView = z.object({
  id: z.int(),
  job_id: z.string(),
  ...place,
  comment: z.string(),
  error_signature: z.string(),
  username: z.string(),
  created_at: z.string(),
});
export type CommentView = z.output<typeof commentView>;

export const mentionView = z.object({
  /** The id of the comment. */
  id: z.int(),
  job_id: z.string(),
  ...place,
  comment: z.string(),
  /** Who wrote it. */
  username: z.string(),
  created_at: z.string(),
  read: z.boolean(),
});

export const classificationRecord = z.object({
  id: z.int(),
  test_name: z.string(),
  job_name: z.string(),
  parent_job_name: z.string(),
  classification: z.string(),
  reason: z.string(),
  references_info: z.string(),
  created_by: z.string(),
  job_id: z.string(),
  child_build_number: z.int(),
  created_at: z.string(),
});
