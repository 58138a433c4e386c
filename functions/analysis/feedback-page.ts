import * as z from 'zod/mini';
import { page } from './page.ts';

export const handler = page({
  summary: 'A form for feedback on this service',
  access: 'visitor',
  query: z.object({ issue: z.optional(z.string()) }),
  async show({ platform, query, frame }) {
    const { feedbackPage } = await import('#core/analysis/pages/feedback/feedback-page.ts');
    const { readFeedback } = await import('#core/analysis/pages/feedback/send-feedback.ts');
    return feedbackPage({ ...frame, ...readFeedback(platform, query) });
  },
});
