import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './common.ts';

export const handler = endpoint({
  summary: 'Greets somebody',
  access: 'public',
  params: z.object({ name: z.string() }),
  replies: { 200: { description: 'The greeting' } },
  run: ({ params }) => json(200, { hello: params.name }),
});
