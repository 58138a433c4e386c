import * as z from 'zod/mini';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { readHistory } from '#core/analysis/pages/history/read-history.ts';
import { page } from './page.ts';

const text = z.optional(z.string());

export const handler = page({
  summary: 'A search in the failures of all analyses, and what people said of tests',
  access: 'visitor',
  query: z.object({ q: text, class: text, job: text, page: text }),
  async show({ platform, request, query, frame }) {
    const [{ historyPage }, content] = await Promise.all([
      import('#core/analysis/pages/history/history-page.ts'),
      readHistory(platform, query),
    ]);
    return historyPage({ ...frame, ...content, baseUrl: baseUrlOf(request) });
  },
});
