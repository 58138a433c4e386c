import * as z from 'zod/mini';
import { feedbackPage } from '#core/analysis/pages/feedback/feedback-page.ts';
import { readFeedback } from '#core/analysis/pages/feedback/send-feedback.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'A form for feedback on this service',
  access: 'visitor',
  query: z.object({ issue: z.optional(z.string()) }),
  show: ({ platform, query, frame }) =>
    feedbackPage({ ...frame, ...readFeedback(platform, query) }),
});
