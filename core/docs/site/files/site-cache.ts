import type { BlobInfo, Blobs } from '#core/platform/ports/blobs.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import type { Project } from '../../tables.ts';

export interface CachedFile extends BlobInfo {
  readonly body: Uint8Array;
  /** Version of this content, which pages may name in its address. */
  readonly version: string;
}

interface SiteCache {
  /** By project: the published prefix, and the state of the row for which it was looked up. */
  readonly prefixes: Map<string, { readonly state: string; readonly prefix: string }>;
  /** By key below a published prefix, oldest use first. What lies there never changes. */
  readonly files: Map<string, CachedFile>;
  size: number;
}

const maxPrefixes = 10_000;
const maxBytes = 32 * 1024 * 1024;
/** Larger files are streamed. */
export const largestCached = 256 * 1024;

const caches = new WeakMap<Blobs, SiteCache>();

function cacheOf(blobs: Blobs): SiteCache {
  const before = caches.get(blobs);
  if (before) return before;
  const cache = { prefixes: new Map(), files: new Map(), size: 0 };
  caches.set(blobs, cache);
  return cache;
}

/**
 * Where the project's site lies. A site is replaced only while its row says `generating`, and the
 * row changes when that ends; so what was found for one version of a row at rest holds for it.
 */
export async function publishedSite(
  blobs: Blobs,
  site: string,
  { generation, version, status }: Pick<Stored<Project>, 'generation' | 'version' | 'status'>,
  options: { readonly anew?: boolean } = {},
): Promise<{ readonly prefix: string; readonly isFresh: boolean } | undefined> {
  const { prefixes } = cacheOf(blobs);
  // Versions begin anew when a project is deleted and made again, generations never come again.
  const state = `${generation ?? ''} ${version}`;
  const entry = prefixes.get(site);
  if (entry?.state === state && status !== 'generating' && options.anew !== true) {
    return { prefix: entry.prefix, isFresh: false };
  }
  const prefix = await blobs.published(site);
  prefixes.delete(site);
  if (prefix === undefined) return undefined;
  if (prefixes.size >= maxPrefixes) prefixes.clear();
  if (status !== 'generating') prefixes.set(site, { state, prefix });
  return { prefix, isFresh: true };
}

export function forgetSite(blobs: Blobs, site: string): void {
  cacheOf(blobs).prefixes.delete(site);
}

export function cachedFile(blobs: Blobs, key: string): CachedFile | undefined {
  const { files } = cacheOf(blobs);
  const file = files.get(key);
  if (!file) return undefined;
  files.delete(key);
  files.set(key, file);
  return file;
}

export function keepFile(blobs: Blobs, file: CachedFile): void {
  const cache = cacheOf(blobs);
  if (cache.files.has(file.key)) return;
  cache.files.set(file.key, file);
  cache.size += file.size;
  for (const [key, { size }] of cache.files) {
    if (cache.size <= maxBytes) break;
    cache.files.delete(key);
    cache.size -= size;
  }
}
