import type { Explain } from '#core/http/endpoint.ts';
import { agentSite } from '#core/agent/pages/agent-site.ts';
import { explainer } from '#core/web/endpoints/explain.ts';
import { formEndpoint } from '#core/web/endpoints/form-endpoint.ts';
import { pageEndpoint } from '#core/web/endpoints/page-endpoint.ts';
import { endpoint } from './endpoint.ts';

const asPage = explainer(agentSite);

/** Shows failures to people. Browsers ask for the key themselves: there is no login page. */
const explain: Explain = (failure, request, platform) => {
  if (failure.kind === 'unauthorized') throw failure;
  return asPage(failure, request, platform);
};

export const page = pageEndpoint(endpoint, agentSite, explain);
export const form = formEndpoint(endpoint, agentSite, explain);
