import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { messageHit } from '#core/sessions/schema.ts';
import { searchMessages } from '#core/sessions/search/search-messages.ts';
import { searchQuery } from '#core/sessions/search/search-query.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Messages of people and models that contain the text, newest first',
  access: 'key',
  query: searchQuery,
  replies: { 200: { description: 'The messages', schema: z.array(messageHit) } },
  async run({ platform, query }) {
    const { messages, way } = await searchMessages(platform, query);
    return json(200, messages, { headers: { 'x-search-path': way } });
  },
});
