import { logsNavigation } from '#core/logs/pages/logs-site.ts';
import type { ApiDocument } from '#core/web/api/operations.ts';
import { referencePage } from '#core/web/api/reference-page.ts';
import { tryPage } from '#core/web/api/try-page.ts';
import { pageReply } from '#core/web/endpoints/explain.ts';
import type { Frame } from '#core/web/frame.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { endpoint } from '#functions/logs/endpoint.ts';

const files = { service: 'Webhooks', scripts: ['web/browser/api.ts'], folder: '/static' } as const;

export const docs = apiPage('Interactive documentation of this interface', (frame, document) =>
  tryPage(frame, document, { reference: '/redoc', document: '/openapi.json' }),
);

export const redoc = apiPage('Reference of this interface', (frame, document) =>
  referencePage(frame, document, '/docs'),
);

/** A page made from the OpenAPI document. */
function apiPage(summary: string, show: (frame: Frame, document: ApiDocument) => string) {
  return endpoint({
    summary,
    access: 'public',
    replies: { 200: { description: 'The page', type: 'text/html' } },
    async run({ platform }) {
      const { default: document } = await import('./openapi.json', { with: { type: 'json' } });
      const assets = await pageAssets(platform, files);
      const navigation = logsNavigation().map((item) => ({
        ...item,
        current: item.url === '/docs',
      }));
      return pageReply(show({ assets, navigation }, document as unknown as ApiDocument));
    },
  });
}
