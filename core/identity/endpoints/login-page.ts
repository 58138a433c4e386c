import * as z from 'zod/mini';
import type { Handler } from '#core/http/endpoint.ts';
import { html } from '#core/http/reply/reply.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { pageHeaders } from '#core/web/policy.ts';
import { keyPlace } from '../key-place.ts';
import type { ReadRules, UserEndpoint } from './user-endpoint.ts';

export function loginPage(endpoint: UserEndpoint, readRules: ReadRules): Handler {
  return endpoint({
    summary: 'Show the login page',
    access: 'public',
    query: z.object({ next: z.optional(z.string()), link: z.optional(z.string()) }),
    replies: { 200: { description: 'The page', type: 'text/html' } },
    async run({ platform, query: { next, link } }) {
      const pages = await import('../pages/login.ts');
      const { service } = await readRules(platform);
      const assets = await pageAssets(platform, { service });
      const document = pages.loginPage({
        assets,
        ...keyPlace(platform),
        ...(next !== undefined && { next }),
        ...(link !== undefined && { link }),
      });
      return html(200, document, { headers: pageHeaders() });
    },
  });
}
