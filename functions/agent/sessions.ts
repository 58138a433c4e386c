import * as z from 'zod/mini';
import {
  messageList,
  messagesQuery,
  pathPart,
  sessionCreated,
  sessionList,
  sessionRefused,
  sessionRequest,
} from '#core/agent/schema.ts';
import { createSession } from '#core/agent/create-session.ts';
import { deleteSession, listSessions, readMessages } from '#core/agent/sessions.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const list = endpoint({
  summary: 'List sessions, most recently used first',
  access: 'key',
  replies: { 200: { description: 'The sessions', schema: sessionList } },
  run: async ({ platform }) => json(200, await listSessions(platform)),
});

export const create = endpoint({
  summary: 'Create a session with a model and tools',
  access: 'key',
  body: sessionRequest,
  bodyLimit: 1024 * 1024,
  replies: {
    201: { description: 'Created', schema: sessionCreated },
    400: { description: 'A field is invalid, or the model is unknown', schema: sessionRefused },
    413: { description: 'The body is larger than 1 MiB' },
    503: { description: 'The service is stopping' },
  },
  run: async ({ platform, body }) => json(201, { session_id: await createSession(platform, body) }),
});

export const messages = endpoint({
  summary: 'List the messages of a session, oldest first',
  access: 'key',
  params: z.object({ id: pathPart }),
  query: messagesQuery,
  replies: {
    200: { description: 'The messages, with tool calls', schema: messageList },
    400: { description: '`limit` or `offset` is invalid' },
    404: { description: 'No such session' },
  },
  run: async ({ platform, params, query }) =>
    json(200, await readMessages(platform, params.id, query)),
});

const deleted = z.strictObject({ deleted: z.literal(true), existed: z.boolean() });

export const remove = endpoint({
  summary: 'Delete a session and its messages',
  access: 'key',
  params: z.object({ id: pathPart }),
  replies: { 200: { description: 'Deleted, or there was no such session', schema: deleted } },
  run: async ({ platform, params }) =>
    json(200, { deleted: true, existed: await deleteSession(platform, params.id) }),
});
