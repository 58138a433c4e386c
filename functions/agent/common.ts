import * as z from 'zod/mini';
import { agentHealth } from '#core/agent/providers.ts';
import { fallbackEndpoint } from '#core/http/fallback-endpoint.ts';
import { openapiEndpoint } from '#core/http/openapi-endpoint.ts';
import { json } from '#core/http/reply/reply.ts';
import { assetEndpoint } from '#core/web/endpoints/asset-endpoint.ts';
import { endpoint } from './endpoint.ts';
import { agent } from './manifest.ts';

const schema = z.strictObject({
  status: z.enum(['ok', 'starting', 'degraded', 'draining']),
  message: z.optional(z.string()),
  sessions: z.optional(z.int()),
});

export const health = endpoint({
  summary: 'Check whether sessions can be created',
  access: 'public',
  replies: {
    200: { description: '`ok`, or `degraded`: the models could not be discovered', schema },
    503: {
      description:
        '`starting`: the models are being discovered; `draining`: the service is stopping',
      schema,
    },
  },
  run: async ({ platform }) => {
    const health = await agentHealth(platform);
    const isReady = health.status === 'ok' || health.status === 'degraded';
    return json(isReady ? 200 : 503, health);
  },
});
export const openapi = openapiEndpoint(
  endpoint,
  () => import('./openapi.json', { with: { type: 'json' } }),
);
export const asset = assetEndpoint(endpoint);
export const fallback = fallbackEndpoint(endpoint, agent.routes, {
  access: 'public',
  text: 'Not found',
});
