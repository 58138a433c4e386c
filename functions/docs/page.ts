import { docsSite } from '#core/docs/pages/docs-site.ts';
import { explainer } from '#core/web/endpoints/explain.ts';
import { formEndpoint } from '#core/web/endpoints/form-endpoint.ts';
import { pageEndpoint } from '#core/web/endpoints/page-endpoint.ts';
import { endpoint } from './endpoint.ts';

/** Shows failures of this service to people. */
export const explain = explainer(docsSite);
export const page = pageEndpoint(endpoint, docsSite, explain);
export const form = formEndpoint(endpoint, docsSite, explain);
