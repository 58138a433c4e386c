import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { longSite } from '#test/support/browser/long-page.ts';
import { renderedSite } from '#test/support/docs/rendered-site.ts';
import { sampleSite } from '#test/support/docs/sample-site.ts';
import { serveSite, type SiteServer } from '#test/support/docs/site-server.ts';

/** A folder in which Lighthouse was installed: 150 MB are too much for everybody's node_modules. */
const installation = process.env['LANTERN_LIGHTHOUSE'];

describe.runIf(chromePath && installation)('Lighthouse', () => {
  const servers = new Map<string, SiteServer>();
  beforeAll(async () => {
    for (const [name, site] of Object.entries({ sample: sampleSite, long: longSite })) {
      // Without a repository: offline, the refused question for its stars counts as an error.
      const { files } = await renderedSite(site, { repositoryUrl: null, commit: 'abcdef0' });
      servers.set(name, await serveSite(files));
    }
  });
  afterAll(async () => {
    for (const server of servers.values()) await server.close();
  });

  it.each(
    [
      ['sample', 'index.html'],
      ['sample', 'introduction.html'],
      ['long', 'api.html'],
    ].flatMap(([site = '', path = '']) => [
      [site, path, 'mobile', []] as const,
      [site, path, 'desktop', ['--preset=desktop']] as const,
    ]),
  )(
    'gives 100 in all four categories: %s, %s, %s',
    async (site, path, _, options) => {
      const program = join(installation ?? '', 'node_modules/lighthouse/cli/index.js');
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          ...[program, `${servers.get(site)?.url}/${path}`, '--quiet', '--output=json', ...options],
          '--only-categories=performance,accessibility,best-practices,seo',
          '--chrome-flags=--headless --no-sandbox --disable-gpu',
        ],
        { env: { ...process.env, CHROME_PATH: chromePath }, maxBuffer: 64 * 1024 * 1024 },
      );
      const { categories, audits } = JSON.parse(stdout) as {
        categories: Record<string, { score: number }>;
        audits: Record<string, { numericValue: number }>;
      };
      const scores = Object.entries(categories).map(([name, { score }]) => [name, score]);
      expect(Object.fromEntries(scores)).toEqual({
        ...{ performance: 1, accessibility: 1 },
        ...{ 'best-practices': 1, seo: 1 },
      });
      expect(audits['total-blocking-time']?.numericValue).toBeLessThan(200);
    },
    180_000,
  );
});
