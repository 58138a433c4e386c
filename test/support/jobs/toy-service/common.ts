import { fallbackEndpoint } from '#core/http/fallback-endpoint.ts';
import { healthEndpoint } from '#core/http/health-endpoint.ts';
import { openEndpoints } from '#core/http/open-endpoints.ts';
import { toy } from './manifest.ts';

export const endpoint = openEndpoints(toy.errorKey);
export const health = healthEndpoint(endpoint, { status: 'ok' });
export const fallback = fallbackEndpoint(endpoint, toy.routes, { access: 'public' });
