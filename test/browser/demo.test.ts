import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoViews } from '../../scripts/demo/demo-views.ts';
import { makeHome } from '../../scripts/demo/make-home.ts';
import { openHome, type DemoHome } from '../../scripts/demo/open-home.ts';
import { atEnd } from '#test/support/at-end.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { lighthouse, lighthouseFolder } from '#test/support/browser/lighthouse.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

// Its services stop at signals, as those of `npm start` do.
const listeners = process.getMaxListeners();
process.setMaxListeners(20);
atEnd(() => process.setMaxListeners(listeners));

describe.runIf(chromePath)('the demonstration of all services', () => {
  let home: DemoHome;
  let demo: Awaited<ReturnType<typeof demoViews>>;
  beforeAll(async () => {
    const { path: folder } = await temporaryFolder();
    await makeHome(folder, { seed: 1, end: new Date() });
    home = await openHome(folder);
    demo = await demoViews(home);
  }, 600_000);
  afterAll(() => home?.stop());

  const looks: BrowserContextOptions[] = [
    { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
    { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
    { viewport: { width: 375, height: 812 }, colorScheme: 'light', isMobile: true },
    { viewport: { width: 375, height: 812 }, colorScheme: 'dark', isMobile: true },
    // 1280 pixels at 200 %.
    { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
  ];

  it.each(looks)('fits and is accessible on every page, %j', { timeout: 600_000 }, async (look) => {
    const { page, problems } = await watchedPage({
      ...{ ...look, reducedMotion: 'reduce', extraHTTPHeaders: demo.headers },
    });
    const isNarrowLook = (look.viewport?.width ?? 0) < 1_000;
    const found: Record<string, object> = {};
    for (const { name, isNarrow, open } of demo.views) {
      if (isNarrow && !isNarrowLook) continue;
      await open(page);
      const seen = await page.evaluate(() => ({
        headings: document.querySelectorAll('h1').length,
        tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }));
      const wrong = {
        ...(seen.headings !== 1 && { headings: seen.headings }),
        ...(seen.tooWide > 0 && { tooWide: seen.tooWide }),
        ...(await accessibilityProblems(page)),
      };
      if (Object.keys(wrong).length > 0) found[name] = wrong;
    }
    // The page that is not there.
    const others = problems.filter((problem) => !/status of 404/.test(problem));
    expect({ found, others }).toEqual({ found: {}, others: [] });
  });

  it.runIf(lighthouseFolder)(
    'gets 100 by Lighthouse in accessibility and best practices on every page',
    { timeout: 3_600_000 },
    async () => {
      const { page } = await watchedPage({ extraHTTPHeaders: demo.headers });
      const found: Record<string, readonly string[]> = {};
      const headers = `--extra-headers=${JSON.stringify(demo.headers)}`;
      for (const { name, isNarrow, open } of demo.views) {
        if (isNarrow || name === 'docs-missing') continue;
        await open(page);
        const { categories, audits } = await lighthouse(
          page.url(),
          ['accessibility', 'best-practices'],
          [headers],
        );
        if (Object.values(categories).every(({ score }) => score === 1)) continue;
        found[name] = Object.values(audits)
          .filter(({ score }) => score !== null && score < 1)
          .map(({ id, title }) => `${id}: ${title}`);
      }
      expect(found).toEqual({});
    },
  );
});
