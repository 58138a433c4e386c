import { fallbackEndpoint } from '#core/http/fallback-endpoint.ts';
import { healthEndpoint } from '#core/http/health-endpoint.ts';
import { openEndpoints } from '#core/http/open-endpoints.ts';
import { sessions } from './manifest.ts';

const endpoint = openEndpoints(sessions.errorKey);

export const health = healthEndpoint(endpoint, { status: 'ok' });
export const fallback = fallbackEndpoint(endpoint, sessions.routes, { access: 'public' });
