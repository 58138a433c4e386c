import { analysisSite } from '#core/analysis/pages/analysis-site.ts';
import type { Explain } from '#core/http/endpoint.ts';
import { addressOf } from '#core/http/request/address.ts';
import { explainer } from '#core/web/explain.ts';

const explained = explainer(analysisSite);

/** The error pages of this service. A user without the right is offered to sign in, or another name. */
export const explain: Explain = (failure, request, platform) => {
  const next = encodeURIComponent(request.method === 'GET' ? addressOf(request) : '/');
  const signIn = { url: `/login?next=${next}`, label: 'Sign in' };
  const register = { url: `/register?next=${next}`, label: 'Use another name' };
  const { home } = analysisSite;
  if (failure.code === 'admin_only') return explained(failure, request, platform, [signIn, home]);
  if (failure.code !== 'not_allowed') return explained(failure, request, platform);
  return explained(failure, request, platform, [register, signIn, home]);
};
