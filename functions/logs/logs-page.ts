import { baseUrlOf } from '#core/http/request/base-url.ts';
import { logsPageQuery } from '#core/logs/pages/page-query.ts';
import { page } from './page.ts';

export const handler = page({
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
