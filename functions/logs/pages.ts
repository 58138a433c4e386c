import * as z from 'zod/mini';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { pullPage, readPullPage } from '#core/logs/pages/pull-page.ts';
import { logsPageQuery } from '#core/logs/pages/page-query.ts';
import { page } from './page.ts';

export const log = page({
  summary: 'The log: filters, the newest entries, their volume over time, and the live stream',
  access: 'viewer',
  query: logsPageQuery,
  replies: { 404: { description: 'The log viewer is switched off, or has no such entry' } },
  async show({ platform, request, query, frame }) {
    const [{ logsPage }, { readLogsPage }] = await Promise.all([
      import('#core/logs/pages/logs-page.ts'),
      import('#core/logs/pages/read-logs-page.ts'),
    ]);
    const content = await readLogsPage(platform, query);
    return logsPage({ ...frame, ...content, baseUrl: baseUrlOf(request) });
  },
});

export const pull = page({
  summary: 'What happened for a pull request: its deliveries and their outcome',
  access: 'viewer',
  params: z.object({ number: z.string().check(z.regex(/^\d{1,9}$/, 'must be a number')) }),
  replies: {
    404: { description: 'The log viewer is switched off, or knows no such pull request' },
  },
  async show({ platform, params, frame }) {
    return pullPage({ ...frame, ...(await readPullPage(platform, Number(params.number))) });
  },
});
