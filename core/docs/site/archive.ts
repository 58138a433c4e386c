import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { tar, type TarEntry } from '#core/text/tar.ts';
import { projectFiles } from '../project/project-files.ts';
import type { Project } from '../tables.ts';

type Needs = Pick<Platform, 'blobs' | 'clock'>;

export interface Archive {
  readonly fileName: string;
  /** Changes with the site. */
  readonly etag: string;
  /** Packed while it is read. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Where the home offers such: an address that anybody may load it from for a while. */
  readonly link: string | undefined;
}

const linkSeconds = 300;
/** Where the archive is packed before it is sent, of the 29 s that a request has. */
const mostMilliseconds = 25_000;
/** A sitemap holds absolute addresses, and whoever unpacks the archive has others than we. */
const sitemapFile = 'sitemap.xml';

/** The published site as `.tar.gz`, the same bytes for the same site. While a new one is generated
 * it is the earlier one. */
export async function archiveOf({ blobs, clock }: Needs, project: Project): Promise<Archive> {
  const { name, status } = project;
  const files = projectFiles(project);
  const prefix = await blobs.published(files.site);
  if (prefix === undefined) {
    const message = `Project '${name}' is not ready (status: ${status})`;
    throw new Failure('invalid', 'not_ready', message);
  }
  const fileName = `${name}-docs.tar.gz`;
  const etag = createHash('sha256').update(prefix).digest('base64url').slice(0, 22);
  const body = packed(blobs, prefix, name);
  // The key is asked before it exists: a home without links needs no copy.
  const key = `${files.archives}${etag}/${fileName}`;
  const as = { type: 'application/gzip', disposition: `attachment; filename="${fileName}"` };
  let link = await blobs.link(key, 'GET', linkSeconds, as);
  if (link !== undefined && !(await blobs.head(key))) {
    await blobs.deletePrefix(files.archives);
    await blobs.put(key, inTime(body, clock));
    link = await blobs.link(key, 'GET', linkSeconds, as);
  }
  return { fileName, etag, body, link };
}

/** A request that takes longer than it may would end without a word. */
async function* inTime(
  body: AsyncIterable<Uint8Array>,
  clock: Platform['clock'],
): AsyncGenerator<Uint8Array> {
  const end = clock.now().getTime() + mostMilliseconds;
  for await (const chunk of body) {
    if (clock.now().getTime() > end) {
      const message =
        'This site is too large to be packed within a request. Read llms-full.txt of the site, which holds the text of all pages.';
      throw new Failure('unavailable', 'archive_too_large', message);
    }
    yield chunk;
  }
}

async function* packed(
  blobs: Needs['blobs'],
  prefix: string,
  top: string,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(coalesced(tar(entriesOf(blobs, prefix, `${top}/`))));
  const zip = createGzip({ level: 6 });
  // What fails on the way ends the reader's loop with the error; nobody else has to hear of it.
  pipeline(source, zip, () => {});
  yield* zip as AsyncIterable<Uint8Array>;
}

async function* entriesOf(
  blobs: Needs['blobs'],
  prefix: string,
  top: string,
): AsyncGenerator<TarEntry> {
  const folders = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await blobs.list(prefix, cursor === undefined ? {} : { cursor });
    for (const { key } of page.entries) {
      if (key === prefix + sitemapFile) continue;
      const path = top + key.slice(prefix.length);
      for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
        const folder = path.slice(0, at + 1);
        if (folders.has(folder)) continue;
        folders.add(folder);
        yield { name: folder, size: 0, body: nothing() };
      }
      const content = await blobs.get(key);
      if (!content) throw new Failure('unavailable', 'site_changed', 'The site was replaced');
      yield { name: path, size: content.size, body: content.body };
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** gzip works a third faster on large pieces than on a page and its padding each. */
async function* coalesced(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const enough = 256 * 1024;
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size < enough) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}
