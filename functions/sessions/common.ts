import * as z from 'zod/mini';
import { fallbackEndpoint } from '#core/http/fallback-endpoint.ts';
import { healthEndpoint } from '#core/http/health-endpoint.ts';
import { openapiEndpoint } from '#core/http/openapi-endpoint.ts';
import { json } from '#core/http/reply/reply.ts';
import { assetEndpoint } from '#core/web/endpoints/asset-endpoint.ts';
import { endpoint } from './endpoint.ts';
import { sessions } from './manifest.ts';
import { explain } from './page.ts';

export const health = healthEndpoint(endpoint, { status: 'ok' });
export const openapi = openapiEndpoint(
  endpoint,
  () => import('./openapi.json', { with: { type: 'json' } }),
);
export const asset = assetEndpoint(endpoint);
export const fallback = fallbackEndpoint(endpoint, sessions.routes, { access: 'public', explain });

const reply = z.strictObject({ name: z.string(), version: z.string(), home: z.string() });

export const info = endpoint({
  summary: 'Get the name, version and home of the service',
  access: 'key',
  replies: { 200: { description: 'Name, version and home (local or aws)', schema: reply } },
  async run({ platform }) {
    const { default: document } = await import('./openapi.json', { with: { type: 'json' } });
    const { title: name, version } = document.info;
    return json(200, { name, version, home: platform.home.name });
  },
});
