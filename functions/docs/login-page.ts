import * as z from 'zod/mini';
import { docsIdentity } from '#core/docs/identity.ts';
import { html } from '#core/http/reply.ts';
import { loginPage } from '#core/identity/pages/login.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { pageHeaders } from '#core/web/policy.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'The login page',
  access: 'public',
  query: z.object({ next: z.optional(z.string()) }),
  replies: { 200: { description: 'The page', type: 'text/html' } },
  async run({ platform, query }) {
    const { service } = docsIdentity(platform.environment);
    const assets = await pageAssets(platform.assets);
    const next = query.next === undefined ? {} : { next: query.next };
    return html(200, loginPage({ assets, service, ...next }), { headers: pageHeaders() });
  },
});
