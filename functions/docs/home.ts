import { readServices } from '#core/docs/services.ts';
import { homePage } from '#core/docs/pages/home.ts';
import { html, redirect } from '#core/http/reply.ts';
import { Failure } from '#core/platform/failure.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { pageHeaders } from '#core/web/policy.ts';
import { baseUrlOf } from '#core/http/base-url.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'The home page',
  access: 'visitor',
  replies: {
    200: { description: 'The page' },
    302: { description: 'To the login, for browsers without a session' },
    401: { description: 'Not signed in' },
  },
  async run({ platform, request, caller }) {
    if (caller.username === '') {
      if (request.headers['accept']?.includes('text/html')) return redirect(302, '/login');
      throw new Failure('unauthorized', 'unauthorized', 'Unauthorized');
    }
    const [assets, services] = await Promise.all([
      pageAssets(platform.assets),
      readServices(platform),
    ]);
    const logout = caller.via === 'session' ? { logoutUrl: '/logout' } : {};
    const user = { name: caller.username, role: caller.role, ...logout };
    const baseUrl = baseUrlOf(request);
    return html(200, homePage({ assets, baseUrl, services, user }), { headers: pageHeaders() });
  },
});
