import * as z from 'zod/mini';
import { generate } from '#core/docs/generate/generate.ts';
import { generateBody } from '#core/docs/schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Generates the documentation of a repository in the background',
  access: 'writer',
  body: generateBody,
  replies: {
    202: {
      description: 'Accepted',
      schema: z.object({ project: z.string(), status: z.enum(['generating', 'queued']) }),
    },
    400: { description: 'A repository, provider, model or time that cannot be taken' },
    409: { description: 'The project is being generated already' },
  },
  run: async ({ platform, caller, body }) => json(202, await generate(platform, caller, body)),
});
