import * as z from 'zod/mini';
import { notBlank } from '../base/schema/request.ts';

const atMost = (characters: number) =>
  z.maxLength(characters, `must have at most ${characters} characters`);
/** What a browser has noted: a text, or an object with a text for each name. */
export const noteSchema = z.union([z.string(), z.record(z.string(), z.unknown())]);
const notes = z._default(
  z.array(noteSchema).check(z.maxLength(50, 'must have at most 50 entries')),
  [],
);

export const feedbackBody = z.object({
  description: z.string().check(notBlank, atMost(10_000)),
  feedback_type: z._default(z.enum(['bug', 'feature', 'question']), 'bug'),
  console_errors: notes,
  failed_api_calls: notes,
  page_state: z._default(noteSchema, ''),
  user_agent: z._default(z.string().check(atMost(1_000)), ''),
});

export const feedbackPreview = z.object({
  title: z.string(),
  body: z.string(),
  labels: z.array(z.string()),
});

export const newFeedback = z.object({
  title: z.string().check(notBlank, atMost(500)),
  body: z.string().check(atMost(50_000)),
  labels: z._default(
    z.array(z.string().check(notBlank, atMost(50))).check(z.maxLength(10, 'must have at most 10')),
    [],
  ),
});

export const filedFeedback = z.object({
  issue_url: z.string(),
  issue_number: z.int(),
  title: z.string(),
});
