import { buffer, text } from 'node:stream/consumers';
import { Failure } from '#core/platform/failure.ts';
import { positionsOf } from '#core/text/byte-range.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { BlobContent, BlobInfo, ByteRange } from '#core/platform/ports/blobs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { whileUnchanged } from '#core/platform/while-unchanged.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { compress, isText, leastCompressed, type Coding } from '#core/text/compress.ts';
import { projectFiles } from '../../project-files.ts';
import { docsSettings } from '../../settings.ts';
import {
  cachedFile,
  keepFile,
  largestCached,
  publishedSite,
  type CachedFile,
} from './site-cache.ts';
import {
  hasLinks,
  servedLinks,
  withLinks,
  type ServedLinks,
  type SiteLink,
} from './served-links.ts';
import { assetVersion } from '../assets.ts';
import { withBase } from '../sitemap.ts';
import { noFile, outside } from './site-path.ts';
import { findProject, readFamily } from '../../store.ts';
import { projects, type Project } from '../../tables.ts';
import { projectOf } from '../../variant.ts';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

export function typeOf(path: string): string {
  const extension = /\.([a-z0-9]+)$/.exec(path)?.[1] ?? '';
  return types[extension] ?? 'application/octet-stream';
}

/** The project whose site a reader means; where the sites are everybody's, also one that is
 * nobody's of theirs. What may not be read does not exist. */
export async function findSite(
  platform: Pick<Platform, 'records' | 'environment'>,
  caller: Caller,
  name: string,
  owner?: string,
): Promise<Stored<Project> | undefined> {
  const { username } = caller;
  const isKnown = username !== '';
  const key = `site ${JSON.stringify([username, name, owner])}`;
  const find = () => findProject(platform, caller, name, owner);
  const project = isKnown ? await whileUnchanged(platform.records, key, find) : undefined;
  if (project || !docsSettings(platform.environment).PUBLIC_DOCS) return project;
  if (owner !== undefined) return platform.records.get(projects, { owner, name });
  const query = { index: 'by_name', where: { name }, order: 'descending', limit: 1 } as const;
  return (await platform.records.list(projects, query)).rows[0];
}

/** The sites of the project that have been published: whoever may read one may read all. */
export async function publishedSites(
  needs: Pick<Platform, 'records'>,
  { owner, name }: Project,
): Promise<readonly SiteLink[]> {
  const project = projectOf(name);
  return whileUnchanged(needs.records, `sites ${owner}/${project}`, async () => {
    const sites = await readFamily(needs, { owner, name: project });
    return sites.filter(({ last_generated }) => last_generated !== null);
  });
}

/** Several owners have a project of this name. */
export async function hasNamesake(
  { records }: Pick<Platform, 'records'>,
  name: string,
): Promise<boolean> {
  const query = { index: 'by_name', where: { name }, limit: 2 } as const;
  const list = () => records.listColumns(projects, query, ['owner']);
  return (await whileUnchanged(records, `owners ${name}`, list)).rows.length > 1;
}

interface FileOptions {
  readonly range?: ByteRange | undefined;
  /** What the reader takes. */
  readonly coding?: Coding | undefined;
  /** What is added to documents. */
  readonly links?: ServedLinks | undefined;
}

export type SiteFile = BlobInfo &
  Pick<BlobContent, 'range'> & {
    readonly body: CachedFile['body'] | BlobContent['body'];
    /** How the body is compressed; size is that of the body then. */
    readonly coding?: Coding;
    /** See assetVersion(); absent with parts and large files. */
    readonly version?: string;
  };

/** A file of what is published now, or a part of it. Absent, or a symlink that leads elsewhere in
 * the site: 'missing'. A symlink that leads out of it: 'forbidden'. */
export async function readSiteFile(
  { blobs }: Pick<Platform, 'blobs'>,
  project: Stored<Project>,
  path: string,
  options: FileOptions = {},
): Promise<SiteFile> {
  const { site } = projectFiles(project);
  for (const anew of [false, true]) {
    const folder = await publishedSite(blobs, site, project, { anew });
    if (!folder) break;
    const content = await readFile(blobs, folder.prefix + path, options);
    if (content) return content;
    if (folder.isFresh) throw await absence(blobs, folder.prefix, path);
  }
  throw noFile();
}

/** With the address, ending in `/`, at which the site is read: only who asks knows it. */
export async function readSitemap(
  needs: Pick<Platform, 'blobs'>,
  project: Stored<Project>,
  base: string,
): Promise<string> {
  return withBase(await readSiteText(needs, project, 'sitemap.xml'), base);
}

export async function readSiteText(
  needs: Pick<Platform, 'blobs'>,
  project: Stored<Project>,
  path: string,
): Promise<string> {
  const { body } = await readSiteFile(needs, project, path);
  return body instanceof Uint8Array ? Buffer.from(body).toString() : text(body);
}

async function absence(blobs: Platform['blobs'], prefix: string, path: string) {
  return (await blobs.leadsOutside(prefix, prefix + path)) ? outside() : noFile();
}

const noPlace = { name: '', path: '', owner: undefined };
const noSites: readonly SiteLink[] = [];

/** Larger texts are sent as they are: compressing 8 MB takes a third of a second. */
const maxCompressedBytes = 8 * 1024 * 1024;

async function readFile(
  blobs: Platform['blobs'],
  key: string,
  { range, coding, links = servedLinks(noSites, noPlace) }: FileOptions,
): Promise<SiteFile | undefined> {
  const isPage = key.endsWith('.html');
  if (range && !isPage) return blobs.get(key, { range });
  // No file of a site has this character in its name.
  const servedKey = isPage ? `${key}\0${links.id}` : key;
  const codedKey = `${servedKey}\0${coding}`;
  const isCoded = coding !== undefined && !range && isText(typeOf(key));
  const coded = isCoded && cachedFile(blobs, codedKey);
  if (coded) return { ...coded, key, coding };
  const cached = cachedFile(blobs, servedKey);
  const content = cached ?? (await blobs.get(key));
  if (!content) return undefined;
  const isShort = content.size <= (isCoded || isPage ? maxCompressedBytes : largestCached);
  if (!isShort) return range ? blobs.get(key, { range }) : content;
  const file = cached ?? withLinks(await whole(content), links);
  if (range) return hasLinks(file, links) ? partOf(file, range) : blobs.get(key, { range });
  if (file.size <= largestCached) keepFile(blobs, { ...file, key: servedKey });
  if (!isCoded || file.size < leastCompressed) return { ...file, key };
  const body = await compress(file.body, coding);
  keepFile(blobs, { ...file, key: codedKey, size: body.length, body });
  return { ...file, key, size: body.length, body, coding };
}

/** A part of a document as it is served, with the link. */
function partOf({ key, etag, modified, body, size }: CachedFile, range: ByteRange): SiteFile {
  const part = positionsOf(range, size);
  if (!part) {
    const text = `The file has ${size} bytes`;
    throw new Failure('range', 'bad_range', text, { extra: { size } });
  }
  const bytes = Buffer.from(body).subarray(part.first, part.last + 1);
  return { key, etag, modified, size, range: part, body: bytes };
}

async function whole(file: CachedFile | BlobContent): Promise<CachedFile> {
  if ('version' in file) return file;
  const { key, size, etag, modified } = file;
  const bytes = await buffer(file.body);
  return { key, size, etag, modified, body: bytes, version: assetVersion(bytes) };
}
