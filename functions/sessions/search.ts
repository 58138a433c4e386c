import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { session } from '#core/sessions/schema.ts';
import { searchQuery } from '#core/sessions/search/search-query.ts';
import { searchSessions } from '#core/sessions/search/search-sessions.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Sessions whose id, name, branch or folder contains the text',
  access: 'key',
  query: searchQuery,
  replies: { 200: { description: 'The sessions', schema: z.array(session) } },
  async run({ platform, query }) {
    const { sessions, way } = await searchSessions(platform, query);
    return json(200, sessions, { headers: { 'x-search-path': way } });
  },
});
