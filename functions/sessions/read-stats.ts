import { json } from '#core/http/reply/reply.ts';
import { readStats } from '#core/sessions/reading/read-stats.ts';
import { stats } from '#core/sessions/schema.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'How much is stored',
  access: 'key',
  replies: { 200: { description: 'The amounts', schema: stats } },
  run: async ({ platform }) => json(200, await readStats(platform)),
});
