import * as z from 'zod/mini';
import { html } from '#core/http/reply.ts';
import { loginPage as page } from '#core/identity/pages/login.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { pageHeaders } from '#core/web/policy.ts';
import type { ReadRules, ServiceEndpoint } from './endpoint.ts';

export function loginPage(endpoint: ServiceEndpoint, readRules: ReadRules) {
  return endpoint({
    summary: 'The login page',
    access: 'public',
    query: z.object({ next: z.optional(z.string()) }),
    replies: { 200: { description: 'The page', type: 'text/html' } },
    async run({ platform, query }) {
      const { service } = await readRules(platform);
      const assets = await pageAssets(platform.assets);
      const next = query.next === undefined ? {} : { next: query.next };
      return html(200, page({ assets, service, ...next }), { headers: pageHeaders() });
    },
  });
}
