import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { typeOf } from '#core/docs/site/files/site-file.ts';
import type { SiteFile } from '#core/docs/site/site-view.ts';
import { isText } from '#core/text/compress.ts';
import { siteHeaders } from '#core/web/site-policy.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Origin, renderedSite, writeSite } from './rendered-site.ts';
import type { SampleSite } from './sample-site.ts';

export interface SiteServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves a rendered site as the service does: compressed, with its headers. */
export async function serveSite(files: readonly SiteFile[]): Promise<SiteServer> {
  const bodies = new Map(files.map((file) => [`/${file.path}`, transferred(file)]));
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://local');
    const body = bodies.get(pathname);
    const type = typeOf(pathname);
    const coding = isText(type) ? { 'content-encoding': 'gzip' } : {};
    response
      .writeHead(body ? 200 : 404, { ...siteHeaders(), 'content-type': type, ...(body && coding) })
      .end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
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
