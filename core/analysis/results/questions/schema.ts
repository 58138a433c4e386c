import * as z from 'zod/mini';
import { notBlank } from '../../base/schema/request.ts';
import { target } from '../../base/schema/result.ts';

export const maxWords = 2_000;

const words = z
  .string()
  .check(notBlank, z.maxLength(maxWords, `must have at most ${maxWords} characters`));

/** POST /results/{job_id}/ask */
export const questionBody = z.object({ ...target, question: words });

/** POST /results/{job_id}/analyze-failure */
export const hintBody = z.object({ ...target, hint: words });
