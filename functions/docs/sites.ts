import * as z from 'zod/mini';
import { waysFrom } from '#core/docs/pages/docs-site.ts';
import { assertReader } from '#core/docs/projects/identity.ts';
import { assertSiteName } from '#core/docs/schema.ts';
import { docsSettings } from '#core/docs/settings.ts';
import {
  findSite,
  hasNamesake,
  publishedSites,
  readSiteFile,
  readSitemap,
  type SiteFile,
  typeOf,
} from '#core/docs/site/files/site-file.ts';
import { servedLinks } from '#core/docs/site/files/served-links.ts';
import { inPath } from '#core/docs/variant.ts';
import {
  noFile,
  otherSiteBefore,
  ownerBefore,
  siteAddress,
  sitePath,
} from '#core/docs/site/files/site-path.ts';
import { codingOf } from '#core/http/reply/coding.ts';
import { abandon } from '#core/http/reply/conditional.ts';
import { bytes, file, redirect, type Reply } from '#core/http/reply/reply.ts';
import { bufferedLimit } from '#core/http/reply/result.ts';
import { withQuery } from '#core/http/request/address.ts';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { readRange } from '#core/http/reply/range.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import { wantsHtml } from '#core/http/request/wants-html.ts';
import type { Caller } from '#core/identity/rules.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { siteHeaders } from '#core/web/site-policy.ts';
import { endpoint } from './endpoint.ts';
import { explain, page } from './page.ts';
import { ownerQuery } from './project-route.ts';

const linkSeconds = 60;

interface SiteRequest {
  readonly platform: Platform;
  readonly request: HttpRequest;
  readonly caller: Caller;
  readonly name: string;
  readonly owner: string | undefined;
  /** Below the site; '': the site's folder; undefined: the project's name without a slash. */
  readonly path: string | undefined;
}

/** The replies of a file of a site. */
const siteReplies = {
  200: { description: 'The file' },
  206: { description: 'The requested range' },
  307: { description: 'Redirect to a large file in cloud storage' },
  308: {
    description: 'Redirect to the address with a slash at the end, so that relative links work',
  },
  302: { description: 'Redirect to the login page, for browsers without a session' },
  401: { description: 'Not signed in' },
  403: { description: 'The path is outside the site' },
  404: { description: 'No such site or file, or you cannot read it' },
  416: { description: 'The range is outside the file' },
};

async function serveSite(target: SiteRequest): Promise<Reply> {
  const { platform, request, caller, name } = target;
  assertSiteName(name);
  if (target.path === undefined) {
    return redirect(308, withQuery(`/docs/${name}/`, ownerOf(target.owner)));
  }
  assertReader(platform, caller);
  const path = sitePath(target.path === '' ? 'index.html' : target.path);
  const owner = target.owner ?? ownerBefore(request.headers, name);
  const project = await findSite(platform, caller, name, owner);
  if (!project) throw noFile();
  if (target.owner === undefined && owner !== undefined && path.endsWith('.html')) {
    return redirect(302, withQuery(request.path, ownerOf(owner)));
  }
  const headers = siteHeaders;
  const isOthers = caller.username !== '' && project.owner !== caller.username;
  const linksFor = async (file: string) => {
    if (!file.endsWith('.html')) return undefined;
    const place = { name, path: file, owner: owner ?? (isOthers ? project.owner : undefined) };
    const script = await platform.assets.path('docs/site/browser/useful.ts');
    return servedLinks(await publishedSites(platform, project), place, script);
  };
  const { PUBLIC_DOCS } = docsSettings(platform.environment);
  try {
    if (path === 'sitemap.xml') {
      const base = `${baseUrlOf(request)}/docs/${inPath(name)}/`;
      return bytes(typeOf(path), await readSitemap(platform, project, base), { headers });
    }
    const coding = codingOf(request);
    const content = await readRange(request, async (range) =>
      readSiteFile(platform, project, path, { range, coding, links: await linksFor(path) }),
    );
    const large = await toLargeFile(platform, request, path, content);
    if (large) return large;
    const isNamed = path.startsWith('assets/') && content.version === request.query.get('v');
    const caching = isNamed
      ? keptForGood(PUBLIC_DOCS)
      : PUBLIC_DOCS && (await isSameForAll(target))
        ? sharedForAMinute
        : {};
    return file(typeOf(path), content, { headers: { ...headers, ...caching } });
  } catch (error) {
    if (!isFailure(error, 'missing') || !wantsHtml(request)) throw error;
    if (path !== 'index.html' && otherSiteBefore(request.headers, name)) {
      return redirect(302, withQuery(`/docs/${name}/`, ownerOf(target.owner)));
    }
    // The links of the site's own 404.html are relative to the site's folder.
    if (path.includes('/')) {
      const url = withQuery(`/docs/${name}/`, ownerOf(target.owner));
      return explain(error, request, platform, waysFrom({ name, url }));
    }
    const links = await linksFor('404.html');
    const content = await readSiteFile(platform, project, '404.html', { links });
    return { ...file(typeOf('404.html'), content, { headers }), status: 404 };
  }
}

/** For URLs with a content hash: the content never changes. */
function keptForGood(isPublic: boolean): Record<string, string> {
  return { 'cache-control': `${isPublic ? 'public' : 'private'}, max-age=31536000, immutable` };
}

/** For caches of ours, such as a CDN: browsers look for a newer one each time. */
const sharedForAMinute = { 'cache-control': 'public, max-age=0, must-revalidate, s-maxage=60' };

/** No person, and no address of the page before, decides which project it is. */
async function isSameForAll({ platform, caller, name, owner }: SiteRequest): Promise<boolean> {
  if (caller.username !== '') return false;
  return owner !== undefined || !(await hasNamesake(platform, name));
}

function ownerOf(owner: string | undefined): URLSearchParams {
  return new URLSearchParams(owner === undefined ? {} : { owner });
}

/** Redirects to the stored file when it is too large for a function's response; undefined: it is not,
 * or the home has no links and can stream. */
async function toLargeFile(
  { blobs }: Platform,
  { method }: HttpRequest,
  path: string,
  { key, size, range, body }: SiteFile,
): Promise<Reply | undefined> {
  const length = range ? range.last - range.first + 1 : size;
  if (method === 'HEAD' || length <= bufferedLimit) return undefined;
  const link = await blobs.link(key, 'GET', linkSeconds, {
    type: typeOf(path),
    disposition: dispositionOf(path),
  });
  if (link === undefined) return undefined;
  if (!(body instanceof Uint8Array)) abandon(body);
  // The link expires soon, and needs no login.
  return redirect(307, link, { headers: { 'cache-control': 'no-store' } });
}

/** Our security headers do not apply to another host: documents that could run scripts are saved. */
function dispositionOf(path: string): string {
  const name = encodeURIComponent(path.split('/').at(-1) ?? '');
  const kind = /\.(?:txt|md|json|png)$/.test(path) ? 'inline' : 'attachment';
  return `${kind}; filename*=UTF-8''${name}`;
}

export const show = page({
  summary: 'Show the sites you can read',
  access: 'visitor',
  query: z.object({ q: z.optional(z.string()), from: z.optional(z.string()) }),
  async show({ platform, caller, query, frame }) {
    assertReader(platform, caller);
    const [{ sitesPage }, { readSites }, { searchSites }] = await Promise.all([
      import('#core/docs/pages/sites/sites.ts'),
      import('#core/docs/pages/sites/read-sites.ts'),
      import('#core/docs/projects/search-sites.ts'),
    ]);
    const q = query.q?.trim().slice(0, 200) ?? '';
    const from = /^\d{1,6}$/.test(query.from ?? '') ? Number(query.from) : 0;
    const results =
      q === '' ? undefined : { q, ...(await searchSites(platform, caller, { q, from })) };
    const sites = results ? [] : await readSites(platform, caller);
    return sitesPage({ ...frame, sites, results });
  },
});

export const read = endpoint({
  summary: 'Get a file of a site: the project, then the path of the file (default: index.html)',
  access: 'visitor',
  params: z.object({ path: z.optional(z.string()) }),
  query: ownerQuery,
  remembers: true,
  replies: siteReplies,
  explain: (failure, request, platform) => explain(failure, request, platform, waysFrom()),
  run({ query: { owner }, ...call }) {
    // From the whole path: API Gateway may drop a trailing slash from the parameter.
    const { name, file: path } = siteAddress(call.request.path.slice('/docs/'.length));
    return serveSite({ ...call, name, owner, path });
  },
});
