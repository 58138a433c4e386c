import { analysisSite } from '#core/analysis/pages/analysis-site.ts';
import type { Explain } from '#core/http/endpoint.ts';
import { addressOf } from '#core/http/request/address.ts';
import { explainer } from '#core/web/explain.ts';

const explained = explainer(analysisSite);

/** Shows failures of this service to people. Administrators who are not signed in may do that. */
export const explain: Explain = (failure, request, platform) => {
  const { home } = analysisSite;
  if (failure.code !== 'admin_only') return explained(failure, request, platform);
  const next = request.method === 'GET' ? addressOf(request) : '/admin';
  const signIn = { url: `/login?next=${encodeURIComponent(next)}`, label: 'Sign in' };
  return explained(failure, request, platform, [signIn, home]);
};
