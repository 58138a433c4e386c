import { fallbackEndpoint } from '#core/http/fallback-endpoint.ts';
import { healthEndpoint } from '#core/http/health-endpoint.ts';
import { openEndpoints } from '#core/http/open-endpoints.ts';
import { agent } from './manifest.ts';

const endpoint = openEndpoints(agent.errorKey);

export const health = healthEndpoint(endpoint, { status: 'ok' });
export const fallback = fallbackEndpoint(endpoint, agent.routes, { access: 'public' });
