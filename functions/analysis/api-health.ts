import { health, readHealth } from '#core/analysis/alerts/health/read-health.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'What the service needs, and whether it answers',
  access: 'public',
  replies: {
    200: { description: 'It works, perhaps without something', schema: health },
    503: { description: 'The database does not answer; the same shape' },
  },
  async run({ platform }) {
    const { default: document } = await import('./openapi.json', { with: { type: 'json' } });
    const found = await readHealth(platform, document.info.version);
    const headers = { 'cache-control': 'no-store' };
    return json(found.status === 'unhealthy' ? 503 : 200, found, { headers });
  },
});
