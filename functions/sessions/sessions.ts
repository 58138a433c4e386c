import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import messagePage, { messagesShown } from '#core/sessions/search/message-page.ts';
import {
  listSessions,
  newestFirst,
  readSessionFiles,
} from '#core/sessions/summaries/list-sessions.ts';
import { readSession } from '#core/sessions/search/read-session.ts';
import { message, session } from '#core/sessions/schema.ts';
import { limited, skipped } from '#core/sessions/search/search-query.ts';
import { endpoint } from './endpoint.ts';
import { page } from './page.ts';

export const list = endpoint({
  summary: 'List sessions, newest first',
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

export const read = endpoint({
  summary: 'Get a session',
  access: 'key',
  params: z.object({ id: z.string() }),
  replies: {
    200: { description: 'The session', schema: session },
    404: { description: 'No such session' },
  },
  async run({ platform, params }) {
    return json(200, (await readSessionFiles(platform, params.id))[0].session);
  },
});

export const messages = endpoint({
  summary: 'List the messages of a session, oldest first',
  access: 'key',
  params: z.object({ id: z.string() }),
  query: z.object({ limit: limited(50), offset: skipped }),
  replies: {
    200: { description: 'The messages', schema: z.array(message) },
    404: { description: 'No such session' },
  },
  async run({ platform, params, query }) {
    const { path } = (await readSessionFiles(platform, params.id))[0].file;
    const range = { path, ...query, withText: false };
    return json(200, (await platform.transcripts.compute(messagePage, range)).messages);
  },
});

export const show = page({
  summary: 'Show the messages of a session, from an offset or around a message',
  access: 'key',
  params: z.object({ id: z.string() }),
  query: z.object({
    offset: skipped,
    message: z.optional(z.string()),
    tools: z.catch(z.enum(['true', 'false']), 'false'),
  }),
  replies: { 404: { description: 'No such session' } },
  async show({ platform, params, query: { offset, message: uuid, tools }, frame }) {
    const withTools = tools === 'true';
    const range = { offset, limit: messagesShown, withText: true, withTools, uuid };
    const { session, content } = await readSession(platform, params.id, range);
    const subagents = (await listSessions(platform))
      .map((each) => each.session)
      .filter(({ parent_id }) => parent_id === session.id);
    const { sessionPage } = await import('#core/sessions/pages/session-page.ts');
    return sessionPage({ ...frame, session, content, subagents, withTools });
  },
});
