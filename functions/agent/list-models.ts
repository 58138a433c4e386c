import * as z from 'zod/mini';
import { listModels } from '#core/agent/providers.ts';
import { modelList } from '#core/agent/schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The models of all providers with credentials',
  access: 'key',
  query: z.object({ provider: z.optional(z.string()) }),
  replies: { 200: { description: 'The models', schema: modelList } },
  run: async ({ platform, query }) => json(200, await listModels(platform, query.provider)),
});
