import * as z from 'zod/mini';
import { json } from '#core/http/reply.ts';
import { endpoint } from './service.ts';

const schema = z.object({ status: z.literal('ok') });

export const handler = endpoint({
  summary: 'Whether the service answers',
  access: 'public',
  replies: { 200: { description: 'It does', schema } },
  run: () => json(200, { status: 'ok' }),
});
