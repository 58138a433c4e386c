import type { Explain } from '#core/http/endpoint.ts';
import { addressOf } from '#core/http/request/address.ts';
import { wantsHtml } from '#core/http/request/wants-html.ts';
import { logsSite } from '#core/logs/pages/logs-site.ts';
import { explainer, pageReply } from '#core/web/endpoints/explain.ts';
import { formEndpoint } from '#core/web/endpoints/form-endpoint.ts';
import { pageEndpoint } from '#core/web/endpoints/page-endpoint.ts';
import { endpoint } from './endpoint.ts';

const explained = explainer(logsSite);

/** The error pages of the log viewer. Where a key is missing, the page asks for it. */
const explain: Explain = async (failure, request, platform) => {
  if (failure.code !== 'no_logs_key' || !wantsHtml(request)) {
    return explained(failure, request, platform);
  }
  const { logsLoginPage } = await import('#core/logs/pages/login-page.ts');
  const { assets } = await logsSite.frame(platform);
  const next = request.method === 'GET' ? addressOf(request) : '/logs/deliveries';
  return pageReply(logsLoginPage({ assets, next }), 401);
};

export const page = pageEndpoint(endpoint, logsSite, explain);
export const form = formEndpoint(endpoint, logsSite, explain);
