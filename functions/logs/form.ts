import { logsSite } from '#core/logs/pages/logs-site.ts';
import { formEndpoint } from '#core/web/form-endpoint.ts';
import { endpoint } from './endpoint.ts';
import { explain } from './explain.ts';

export const form = formEndpoint(endpoint, logsSite, explain);
