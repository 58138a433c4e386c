import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { pageQuery, readSearchPage } from '#core/sessions/pages/read-search-page.ts';
import { messageHit, promptHit, session } from '#core/sessions/schema.ts';
import { searchHistory, searchMessages } from '#core/sessions/search/search-messages.ts';
import { messageQuery, searchQuery } from '#core/sessions/search/search-query.ts';
import { searchSessions } from '#core/sessions/search/search-sessions.ts';
import { endpoint } from './endpoint.ts';
import { page } from './page.ts';

export const show = page({
  summary: 'Show the search form, with the hits or the latest sessions',
  access: 'key',
  query: pageQuery,
  async show({ platform, query, frame }) {
    const { searchPage } = await import('#core/sessions/pages/search-page.ts');
    return searchPage({ ...frame, ...(await readSearchPage(platform, query)) });
  },
});

export const sessions = endpoint({
  summary: 'Search sessions by id, name, branch or folder',
  access: 'key',
  query: searchQuery,
  replies: { 200: { description: 'The sessions', schema: z.array(session) } },
  async run({ platform, query }) {
    const { sessions, way } = await searchSessions(platform, query);
    return json(200, sessions, { headers: { 'x-search-path': way } });
  },
});

export const messages = endpoint({
  summary: 'Search messages of people and models, newest first',
  access: 'key',
  query: messageQuery,
  replies: { 200: { description: 'The messages', schema: z.array(messageHit) } },
  async run({ platform, query }) {
    const { messages, way } = await searchMessages(platform, query);
    return json(200, messages, { headers: { 'x-search-path': way } });
  },
});

export const history = endpoint({
  summary: 'Search the prompts of the history files, newest first',
  access: 'key',
  query: searchQuery,
  replies: { 200: { description: 'The prompts', schema: z.array(promptHit) } },
  async run({ platform, query }) {
    const prompts = await searchHistory(platform, query);
    // Histories have no summaries.
    return json(200, prompts, { headers: { 'x-search-path': 'scan' } });
  },
});
