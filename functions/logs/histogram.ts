import { json } from '#core/http/reply/reply.ts';
import { readHistogram } from '#core/logs/reading/read-histogram.ts';
import { histogram } from '#core/logs/schema/entry.ts';
import { histogramQuery } from '#core/logs/schema/query.ts';
import { endpoint } from './endpoint.ts';
import { searchReplies } from './replies.ts';

export const handler = endpoint({
  summary: 'How many entries match over time',
  access: 'viewer',
  query: histogramQuery,
  replies: { 200: { description: 'Spans of equal length', schema: histogram }, ...searchReplies },
  run: async ({ platform, query }) => json(200, await readHistogram(platform, query)),
});
