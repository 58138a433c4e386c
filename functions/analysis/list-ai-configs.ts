import * as z from 'zod/mini';
import { listAiConfigs } from '#core/analysis/results/list-ai-configs.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The models of completed analyses',
  access: 'public',
  replies: {
    200: {
      description: 'Each once',
      schema: z.array(z.object({ ai_provider: z.string(), ai_model: z.string() })),
    },
  },
  run: async ({ platform }) => json(200, await listAiConfigs(platform)),
});
