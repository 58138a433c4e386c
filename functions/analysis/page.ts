import { analysisSite } from '#core/analysis/pages/analysis-site.ts';
import { pageEndpoint } from '#core/web/page-endpoint.ts';
import { endpoint } from './endpoint.ts';
import { explain } from './explain.ts';

export const page = pageEndpoint(endpoint, analysisSite, explain);
