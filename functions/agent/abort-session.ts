import * as z from 'zod/mini';
import { pathPart } from '#core/agent/schema.ts';
import { readSession } from '#core/agent/sessions/read-session.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Aborts the turn in progress, which then answers with what it has',
  access: 'key',
  params: z.object({ id: pathPart }),
  replies: {
    200: { description: 'Aborted', schema: z.strictObject({ aborted: z.literal(true) }) },
  },
  run: async ({ platform, params }) => {
    await readSession(platform, params.id);
    await platform.agents.abort(params.id);
    return json(200, { aborted: true });
  },
});
