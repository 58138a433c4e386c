import { sessionsSite } from '#core/sessions/pages/sessions-site.ts';
import { pageEndpoint } from '#core/web/page-endpoint.ts';
import { endpoint } from './endpoint.ts';
import { explain } from './explain.ts';

export const page = pageEndpoint(endpoint, sessionsSite, explain);
