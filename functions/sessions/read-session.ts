import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { readSessionFile } from '#core/sessions/reading/read-session-file.ts';
import { session } from '#core/sessions/schema.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'A session',
  access: 'key',
  params: z.object({ id: z.string() }),
  replies: {
    200: { description: 'The session', schema: session },
    404: { description: 'No such session' },
  },
  async run({ platform, params }) {
    return json(200, (await readSessionFile(platform, params.id)).session);
  },
});
