import { readMetrics } from '#core/analysis/alerts/health/read-metrics.ts';
import { bytes } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

const type = 'text/plain; version=0.0.4; charset=utf-8';

export const handler = endpoint({
  summary: 'Requests, analyses and calls of models, for Prometheus',
  access: 'public',
  replies: { 200: { description: 'The metrics', type } },
  run: async ({ platform }) => bytes(type, await readMetrics(platform)),
});
