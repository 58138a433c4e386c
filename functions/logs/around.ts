import { json } from '#core/http/reply/reply.ts';
import { readAround } from '#core/logs/reading/read-around.ts';
import { around } from '#core/logs/schema/entry.ts';
import { aroundQuery } from '#core/logs/schema/query.ts';
import { endpoint } from './endpoint.ts';
import { searchReplies } from './replies.ts';

export const handler = endpoint({
  summary: 'An entry and those that were written before and after it',
  access: 'viewer',
  query: aroundQuery,
  replies: { 200: { description: 'Oldest first', schema: around }, ...searchReplies },
  run: async ({ platform, query }) => json(200, await readAround(platform, query)),
});
