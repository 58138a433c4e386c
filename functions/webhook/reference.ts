import { logsSite } from '#core/logs/pages/logs-site.ts';
import { apiEndpoint } from '#core/web/api/api-endpoint.ts';
import { endpoint } from '#functions/logs/endpoint.ts';

const page = {
  access: 'public',
  frame: (platform: Parameters<typeof logsSite.frame>[0]) => logsSite.frame(platform),
  files: { service: 'Webhooks', folder: '/static' },
  load: () => import('./openapi.json', { with: { type: 'json' } }),
} as const;

export const docs = apiEndpoint(endpoint, page);
export const redoc = apiEndpoint(endpoint, { ...page, isForReading: true });
