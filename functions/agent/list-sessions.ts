import { sessionList } from '#core/agent/schema.ts';
import { listSessions } from '#core/agent/sessions/list-sessions.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'All sessions, the last used first',
  access: 'key',
  replies: { 200: { description: 'The sessions', schema: sessionList } },
  run: async ({ platform }) => json(200, await listSessions(platform)),
});
