import { pushWorker } from '#core/analysis/alerts/push-worker.ts';
import { bytes } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The service worker that shows messages; its scope is /alerts/',
  access: 'public',
  replies: { 200: { description: 'The script', type: 'text/javascript' } },
  async run({ platform }) {
    const { type, body } = await pushWorker(platform);
    const headers = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
    return bytes(type, body, { headers });
  },
});
