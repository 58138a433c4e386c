import * as z from 'zod/mini';
import { readProvider } from '#core/agent/providers.ts';
import { pathPart, providerStatus } from '#core/agent/schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Whether a provider is known and has credentials',
  access: 'key',
  params: z.object({ provider: pathPart }),
  replies: {
    200: { description: 'Its status', schema: providerStatus },
    404: { description: 'There is no such provider', schema: providerStatus },
  },
  run: async ({ platform, params }) => {
    const status = await readProvider(platform, params.provider);
    return json(status.registered ? 200 : 404, status);
  },
});
