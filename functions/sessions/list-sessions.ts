import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { session } from '#core/sessions/schema.ts';
import { limited } from '#core/sessions/search/search-query.ts';
import { newestFirst } from '#core/sessions/search/search-sessions.ts';
import { listSessions } from '#core/sessions/summaries/list-sessions.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The sessions, newest first',
  access: 'key',
  query: z.object({ limit: limited(50) }),
  replies: { 200: { description: 'The sessions', schema: z.array(session) } },
  async run({ platform, query }) {
    const all = newestFirst(await listSessions(platform));
    return json(
      200,
      all.slice(0, query.limit).map((each) => each.session),
    );
  },
});
