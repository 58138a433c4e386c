import * as z from 'zod/mini';
import { listModels, readProvider } from '#core/agent/providers.ts';
import { modelList, pathPart, providerStatus } from '#core/agent/schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const list = endpoint({
  summary: 'List the models of all providers with credentials',
  access: 'key',
  query: z.object({ provider: z.optional(z.string()) }),
  replies: {
    200: { description: 'The models', schema: modelList },
    503: { description: 'The service is stopping' },
  },
  run: async ({ platform, query }) => json(200, await listModels(platform, query.provider)),
});

export const refresh = endpoint({
  summary: 'Refresh the list of models',
  access: 'key',
  replies: {
    200: { description: 'The models', schema: modelList },
    502: { description: 'The models could not be discovered' },
    503: { description: 'The service is stopping' },
  },
  run: async ({ platform }) => {
    await platform.agents.discover();
    return json(200, await listModels(platform));
  },
});

export const status = endpoint({
  summary: 'Get whether a provider exists and has credentials',
  access: 'key',
  params: z.object({ provider: pathPart }),
  replies: {
    200: { description: 'The status', schema: providerStatus },
    404: { description: 'No such provider', schema: providerStatus },
  },
  run: async ({ platform, params }) => {
    const status = await readProvider(platform, params.provider);
    return json(status.registered ? 200 : 404, status);
  },
});
