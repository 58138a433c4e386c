import { createHash } from 'node:crypto';
import { Failure } from '#core/platform/failure.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { ArchiveEntry } from '#core/text/pack-archive.ts';
import { projectFiles, type ProjectKey } from '../project-files.ts';
import type { Project } from '../tables.ts';

type Needs = { readonly blobs: Blobs };

export interface Archive {
  readonly fileName: string;
  /** Changes with the site. */
  readonly etag: string;
  /** Packed while it is read. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Where the home offers such: an address that anyone may load it from for a while. */
  readonly link: string | undefined;
}

const linkSeconds = 300;
/** A sitemap holds absolute addresses, and the archive is unpacked elsewhere. */
const sitemapFile = 'sitemap.xml';

/** The published site as `.tar.gz`, the same bytes for the same site. While a new one is generated
 * it is the earlier one. */
export async function archiveOf(needs: Needs, project: Project): Promise<Archive> {
  const { name, status } = project;
  const archive = await keepArchive(needs, project);
  if (archive) return archive;
  const message = `Project '${name}' is not ready (status: ${status})`;
  throw new Failure('invalid', 'not_ready', message);
}

/** Packs what is published now, where archives are loaded by link. Nothing is: undefined. Packed
 * before: it stays as it is. */
export async function keepArchive(
  { blobs }: Needs,
  project: ProjectKey,
): Promise<Archive | undefined> {
  const { name } = project;
  const files = projectFiles(project);
  const prefix = await blobs.published(files.site);
  if (prefix === undefined) return undefined;
  const fileName = `${name}-docs.tar.gz`;
  const etag = createHash('sha256').update(prefix).digest('base64url').slice(0, 22);
  const body = packed(blobs, prefix, `${name}/`);
  // The key is asked before it exists: a home without links needs no copy.
  const key = `${files.archives}${etag}/${fileName}`;
  const as = { type: 'application/gzip', disposition: `attachment; filename="${fileName}"` };
  const link = await blobs.link(key, 'GET', linkSeconds, as);
  if (link !== undefined && !(await blobs.head(key))) {
    await blobs.put(key, body);
    await forgetOthers(blobs, files.archives, key);
  }
  return { fileName, etag, body, link };
}

/** The archive before this one stays: its link may just have been given out. */
async function forgetOthers(blobs: Blobs, folder: string, ownKey: string): Promise<void> {
  const entries = await Array.fromAsync(blobs.list(folder));
  const others = entries.filter(({ key }) => key !== ownKey);
  const [, ...older] = others.sort((a, b) => b.modified.getTime() - a.modified.getTime());
  for (const { key } of older) await blobs.delete(key);
}

/** Most calls end without packing: the packer is loaded by those that do not. */
async function* packed(blobs: Blobs, prefix: string, top: string): AsyncGenerator<Uint8Array> {
  const { packArchive } = await import('#core/text/pack-archive.ts');
  yield* packArchive(entriesOf(blobs, prefix, top), { level: 6 });
}

async function* entriesOf(blobs: Blobs, prefix: string, top: string): AsyncGenerator<ArchiveEntry> {
  const folders = new Set<string>();
  for await (const { key, size } of blobs.list(prefix)) {
    const path = key.slice(prefix.length);
    if (path === sitemapFile) continue;
    const name = top + path;
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
      const folder = name.slice(0, at + 1);
      if (!folders.has(folder)) yield { name: folder, size: 0, body: [] };
      folders.add(folder);
    }
    const content = await blobs.get(key);
    if (!content) throw new Failure('unavailable', 'site_changed', 'The site was replaced');
    yield { name, size, body: content.body };
  }
}
