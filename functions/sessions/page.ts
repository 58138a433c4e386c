import type { Explain } from '#core/http/endpoint.ts';
import { sessionsSite } from '#core/sessions/pages/sessions-site.ts';
import { explainer } from '#core/web/endpoints/explain.ts';
import { pageEndpoint } from '#core/web/endpoints/page-endpoint.ts';
import { endpoint } from './endpoint.ts';

const asPage = explainer(sessionsSite);

/** Shows failures to people. Browsers ask for the key themselves: there is no login page. */
export const explain: Explain = (failure, request, platform) => {
  if (failure.kind === 'unauthorized') throw failure;
  return asPage(failure, request, platform);
};

export const page = pageEndpoint(endpoint, sessionsSite, explain);
