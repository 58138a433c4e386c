import * as z from 'zod/mini';
import { listResults } from '#core/analysis/results/list-results.ts';
import { resultRow } from '#core/analysis/base/schema/views.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { limitQuery } from './limit-query.ts';

export const handler = endpoint({
  summary: 'The newest analyses',
  access: 'public',
  query: z.object({ limit: limitQuery(100, 50) }),
  replies: { 200: { description: 'The newest first', schema: z.array(resultRow) } },
  run: async ({ platform, query }) => json(200, await listResults(platform, query.limit)),
});
