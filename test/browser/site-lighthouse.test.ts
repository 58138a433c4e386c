import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { siteHeaders } from '#core/web/site-policy.ts';
import { chromePath } from '#test/support/browser.ts';
import { renderedSite } from '#test/support/rendered-site.ts';
import { sampleSite } from '#test/support/sample-site.ts';

/** A folder in which Lighthouse was installed: 150 MB are too much for everybody's node_modules. */
const installation = process.env['LANTERN_LIGHTHOUSE'];
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

describe.runIf(chromePath && installation)('Lighthouse', () => {
  it('gives the site 100 in all four categories', async () => {
    // Without a repository: offline, the refused question for its stars counts as an error.
    const { files } = await renderedSite(sampleSite, { repositoryUrl: null, commit: 'abcdef0' });
    const bodies = new Map(files.map(({ path, body }) => [`/${path}`, gzipSync(body)]));
    const server = createServer(({ url = '/' }, response) => {
      const body = bodies.get(url);
      const type = types[extname(url)] ?? 'text/plain; charset=utf-8';
      const headers = { 'content-type': type, 'content-encoding': 'gzip' };
      response.writeHead(body ? 200 : 404, { ...siteHeaders(), ...headers }).end(body);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const program = join(installation ?? '', 'node_modules/lighthouse/cli/index.js');
    for (const path of ['index.html', 'introduction.html']) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          ...[program, `${address}/${path}`, '--quiet', '--output=json'],
          '--only-categories=performance,accessibility,best-practices,seo',
          '--chrome-flags=--headless --no-sandbox --disable-gpu',
        ],
        { env: { ...process.env, CHROME_PATH: chromePath }, maxBuffer: 64 * 1024 * 1024 },
      );
      const { categories } = JSON.parse(stdout) as {
        categories: Record<string, { score: number }>;
      };
      const scores = Object.entries(categories).map(([name, { score }]) => [name, score]);
      expect([path, Object.fromEntries(scores)]).toEqual([
        path,
        { performance: 1, accessibility: 1, 'best-practices': 1, seo: 1 },
      ]);
    }
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }, 180_000);
});
