import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { lighthouse, lighthouseFolder } from '#test/support/browser/lighthouse.ts';
import { longSite } from '#test/support/browser/long-page.ts';
import { renderedSite } from '#test/support/docs/rendered-site.ts';
import { sampleSite } from '#test/support/docs/sample-site.ts';
import { serveSite, type SiteServer } from '#test/support/docs/site-server.ts';

describe.runIf(chromePath && lighthouseFolder)('Lighthouse', () => {
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
      const { categories, audits } = await lighthouse(
        `${servers.get(site)?.url}/${path}`,
        ['performance', 'accessibility', 'best-practices', 'seo'],
        options,
      );
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
