import type { Endpoint, Explain, Handler } from '#core/http/endpoint.ts';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { pageReply } from '../endpoints/explain.ts';
import type { Frame } from '../frame.ts';
import { pageAssets, type PageFiles } from '../page-assets.ts';
import type { ApiDocument } from './operations.ts';

interface Options<Caller, Access> {
  readonly access: Access;
  /** Without forms that send requests. */
  readonly isForReading?: boolean;
  readonly frame: (platform: Platform, caller: Caller) => Promise<Frame>;
  readonly files: PageFiles;
  readonly load: () => Promise<{ readonly default: object }>;
  readonly explain?: Explain;
}

/** The page of a service that shows its OpenAPI document to people. */
export function apiEndpoint<Caller, Access extends string>(
  endpoint: Endpoint<Caller, Access>,
  { access, isForReading = false, frame, files, load, explain }: Options<Caller, Access>,
): Handler {
  return endpoint({
    summary: isForReading
      ? 'Show the API reference'
      : 'Show the API reference, with forms to try requests',
    access,
    replies: { 200: { description: 'The page', type: 'text/html' } },
    async run({ platform, caller, request }) {
      const [{ apiPage }, { default: document }, own, assets] = await Promise.all([
        import('./api-page.ts'),
        load(),
        frame(platform, caller),
        pageAssets(platform, {
          ...files,
          styles: ['web/browser/api.css'],
          scripts: ['web/browser/api.ts'],
        }),
      ]);
      const navigation = own.navigation.map((item) => ({ ...item, current: item.label === 'API' }));
      const place = { baseUrl: baseUrlOf(request), document: '/openapi.json', isForReading };
      return pageReply(apiPage({ ...own, assets, navigation }, document as ApiDocument, place));
    },
    ...(explain && { explain }),
  });
}
