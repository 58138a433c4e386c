import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { typeOf } from '#core/docs/site/files/site-file.ts';
import type { SiteFile } from '#core/docs/site/site-view.ts';
import { isText } from '#core/text/compress.ts';
import { siteHeaders } from '#core/web/site-policy.ts';
import { httpTarget } from '#test/support/http/http-target.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Origin, renderedSite, writeSite } from './rendered-site.ts';
import type { SampleSite } from './sample-site.ts';

export type SiteServer = Awaited<ReturnType<typeof serveSite>>;

/** Serves a rendered site as the service does: compressed, with its headers. */
export async function serveSite(files: readonly SiteFile[]) {
  const bodies = new Map(files.map((file) => [`/${file.path}`, transferred(file)]));
  const { origin, close } = await httpTarget(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://local');
    const body = bodies.get(pathname);
    const type = typeOf(pathname);
    const coding = isText(type) ? { 'content-encoding': 'gzip' } : {};
    response
      .writeHead(body ? 200 : 404, { ...siteHeaders, 'content-type': type, ...(body && coding) })
      .end(body);
  });
  return { url: origin, close };
}

/** A rendered site, on a server and in a folder. */
export async function openSite(sample: SampleSite, origin?: Origin) {
  const { files } = await renderedSite(sample, origin);
  const [server, folder] = await Promise.all([serveSite(files), temporaryFolder()]);
  await writeSite(folder.path, files);
  return {
    files,
    url: server.url,
    /** The address of a file in the folder. */
    file: (path: string) => pathToFileURL(join(folder.path, path)).href,
    async close() {
      await server.close();
      await folder.remove();
    },
  };
}

/** What a file is sent as. */
export function transferred({ path, body }: SiteFile): Uint8Array {
  return isText(typeOf(path)) ? gzipSync(body) : Buffer.from(body);
}
