import { health } from '#core/analysis/alerts/health/health.ts';
import { readCapabilities } from '#core/analysis/base/configuration/capabilities.ts';
import * as views from '#core/analysis/base/schema/views.ts';
import { bytes, json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const state = endpoint({
  summary: 'Check the service and what it depends on',
  access: 'public',
  replies: {
    200: { description: 'The service works; some dependencies may be down', schema: health },
    503: { description: 'The database does not respond; the body has the same fields' },
  },
  async run({ platform }) {
    const { readHealth } = await import('#core/analysis/alerts/health/read-health.ts');
    const { default: document } = await import('./openapi.json', { with: { type: 'json' } });
    const report = await readHealth(platform, document.info.version);
    const headers = { 'cache-control': 'no-store' };
    return json(report.status === 'unhealthy' ? 503 : 200, report, { headers });
  },
});

const type = 'text/plain; version=0.0.4; charset=utf-8';

export const metrics = endpoint({
  summary: 'Get metrics of requests, analyses and model calls for Prometheus',
  access: 'public',
  replies: { 200: { description: 'The metrics', type } },
  async run({ platform }) {
    const { readMetrics } = await import('#core/analysis/alerts/health/read-metrics.ts');
    return bytes(type, await readMetrics(platform));
  },
});

export const capabilities = endpoint({
  summary: 'Get the optional features that the server is configured for',
  access: 'public',
  replies: { 200: { description: 'The capabilities', schema: views.capabilities } },
  run: ({ platform }) => json(200, readCapabilities(platform.environment)),
});
