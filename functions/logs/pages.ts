import * as z from 'zod/mini';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { redirect } from '#core/http/reply/reply.ts';
import { mayReadDeliveries } from '#core/logs/access/viewer.ts';
import { deletionQuestion } from '#core/logs/pages/copies-notice.ts';
import { pullPage, readPullPage } from '#core/logs/pages/pull-page.ts';
import { logsPageQuery } from '#core/logs/pages/page-query.ts';
import { deleteOldLogs } from '#core/logs/prune-logs.ts';
import { endpoint } from './endpoint.ts';
import { form, page } from './page.ts';
import { deliveryReplies } from './replies.ts';

export const log = page({
  summary: 'Show the log: filters, newest entries, volume over time, and live stream',
  access: 'viewer',
  query: logsPageQuery,
  replies: {
    302: { description: 'Redirect from a query line to the address of its filters' },
    404: { description: 'The log viewer is disabled, or there is no such entry' },
  },
  async show({ platform, request, caller, query, frame }) {
    const [{ logsPage }, { lineUrl, readLogsPage }] = await Promise.all([
      import('#core/logs/pages/logs-page.ts'),
      import('#core/logs/pages/read-logs-page.ts'),
    ]);
    const url = lineUrl(query);
    if (url !== undefined) return redirect(302, url);
    const content = await readLogsPage(platform, query, frame.zone);
    const mayDelete = mayReadDeliveries(caller, request);
    return logsPage({ ...frame, ...content, baseUrl: baseUrlOf(request), mayDelete });
  },
});

export const start = endpoint({
  summary: 'Redirect to the log',
  access: 'public',
  replies: { 302: { description: 'Redirect to /logs' } },
  run: () => redirect(302, '/logs'),
});

export const retention = form({
  summary: 'Delete old log files that were copied into the folder',
  access: 'deliveries',
  replies: { ...deliveryReplies, 200: { description: 'Deleted' } },
  question: () => deletionQuestion,
  async act({ platform }) {
    await deleteOldLogs(platform);
    return { status: 200, data: { ok: true }, page: { path: '/logs' } };
  },
});

const number = z.string().check(z.regex(/^\d{1,9}$/, 'must be a number'));
const pullReplies = {
  404: { description: 'The log viewer is disabled, or there is no such pull request' },
};

export const pull = page({
  summary: 'Show a pull request by its number, or the repositories that have one',
  access: 'viewer',
  params: z.object({ number }),
  replies: pullReplies,
  async show({ platform, params, frame }) {
    return pullPage({ ...frame, ...(await readPullPage(platform, Number(params.number))) });
  },
});

export const pullOfRepository = page({
  summary: 'Show a pull request: its deliveries and their results',
  access: 'viewer',
  params: z.object({ owner: z.string(), repo: z.string(), number }),
  replies: pullReplies,
  async show({ platform, params: { owner, repo, number: text }, frame }) {
    const content = await readPullPage(platform, Number(text), `${owner}/${repo}`);
    return pullPage({ ...frame, ...content });
  },
});
