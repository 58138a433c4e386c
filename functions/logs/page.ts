import { logsSite } from '#core/logs/pages/logs-site.ts';
import { pageEndpoint } from '#core/web/page-endpoint.ts';
import { endpoint } from './endpoint.ts';
import { explain } from './explain.ts';

export const page = pageEndpoint(endpoint, logsSite, explain);
