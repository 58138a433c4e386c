import { sessionCreated, sessionRequest } from '#core/agent/schema.ts';
import { createSession } from '#core/agent/sessions/create-session.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Creates a session of a model with its tools',
  access: 'key',
  body: sessionRequest,
  bodyLimit: 1024 * 1024,
  replies: { 201: { description: 'Created', schema: sessionCreated } },
  run: async ({ platform, body }) => json(201, { session_id: await createSession(platform, body) }),
});
