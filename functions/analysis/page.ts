import { analysisSite, type PageFrame } from '#core/analysis/pages/analysis-site.ts';
import type { Explain } from '#core/http/endpoint.ts';
import { addressOf } from '#core/http/request/address.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import { explainer } from '#core/web/endpoints/explain.ts';
import { formEndpoint } from '#core/web/endpoints/form-endpoint.ts';
import { pageEndpoint } from '#core/web/endpoints/page-endpoint.ts';
import { endpoint } from './endpoint.ts';

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

export const page = pageEndpoint(endpoint, analysisSite, explain);
export const form = formEndpoint(endpoint, analysisSite, explain);

interface Waiting {
  readonly request: HttpRequest;
  readonly body: Readonly<Record<string, string>>;
  readonly frame: PageFrame;
}

/** The page that asks for a name, and sends the form again with it. */
export async function askName({ request, body, frame }: Waiting): Promise<string> {
  const { registerPage } = await import('#core/analysis/pages/register/register.ts');
  return registerPage({ ...frame, next: addressOf(request), waiting: body });
}
