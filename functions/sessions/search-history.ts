import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { promptHit } from '#core/sessions/schema.ts';
import { searchHistory } from '#core/sessions/search/search-history.ts';
import { searchQuery } from '#core/sessions/search/search-query.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Prompts of the histories that contain the text, newest first',
  access: 'key',
  query: searchQuery,
  replies: { 200: { description: 'The prompts', schema: z.array(promptHit) } },
  async run({ platform, query }) {
    const prompts = await searchHistory(platform, query);
    // Histories have no summaries.
    return json(200, prompts, { headers: { 'x-search-path': 'scan' } });
  },
});
