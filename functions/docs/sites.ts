import * as z from 'zod/mini';
import { waysFrom } from '#core/docs/pages/docs-site.ts';
import { assertReader } from '#core/docs/site/files/assert-reader.ts';
import { siteAddress } from '#core/docs/site/files/site-path.ts';
import { endpoint } from './endpoint.ts';
import { explain, page } from './page.ts';
import { ownerQuery } from './project-route.ts';
import { serveSite, siteReplies } from './serve-site.ts';

export const show = page({
  summary: 'The sites that the caller may read',
  access: 'visitor',
  async show({ platform, caller, frame }) {
    assertReader(platform, caller);
    const [{ sitesPage }, { readSites }] = await Promise.all([
      import('#core/docs/pages/sites/sites.ts'),
      import('#core/docs/pages/sites/read-sites.ts'),
    ]);
    return sitesPage({ ...frame, sites: await readSites(platform, caller) });
  },
});

export const file = endpoint({
  summary: 'A site, or a file of one: the project, a slash, and the file if it is not index.html',
  access: 'visitor',
  params: z.object({ path: z.optional(z.string()) }),
  query: ownerQuery,
  replies: siteReplies,
  explain: (failure, request, platform) => explain(failure, request, platform, waysFrom()),
  run({ query: { owner }, ...call }) {
    // From the whole path: API Gateway may drop a trailing slash from the parameter.
    const { name, file } = siteAddress(call.request.path.slice('/docs/'.length));
    return serveSite({ ...call, name, owner, path: file });
  },
});
