import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { longSite } from '#test/support/browser/long-page.ts';
import { renderedSite } from '#test/support/docs/rendered-site.ts';
import { serveSite, type SiteServer } from '#test/support/docs/site-server.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';

describe.runIf(chromePath)('a long page', () => {
  let server: SiteServer;
  beforeAll(async () => {
    const origin = { repositoryUrl: null, commit: 'abcdef0' };
    server = await serveSite((await renderedSite(longSite, origin)).files);
  });
  afterAll(() => server?.close());

  async function open(place = '', options: BrowserContextOptions = {}) {
    const watched = await watchedPage(options);
    await watched.page.goto(`${server.url}/api.html${place}`);
    return watched;
  }

  it('lays out and equips only what is near', async () => {
    const { page, problems } = await open();
    await page.locator('.copy').first().waitFor();
    const counts = await page.evaluate(() => {
      const count = (selector: string) => document.querySelectorAll(selector).length;
      const code = [...document.querySelectorAll('.highlight pre')];
      const laidOut = code.filter((block) =>
        block.checkVisibility({ contentVisibilityAuto: true }),
      ).length;
      return { blocks: code.length, laidOut, copy: count('.copy'), anchors: count('.anchor') };
    });
    expect(counts.blocks).toBe(300);
    expect(Math.max(counts.laidOut, counts.copy, counts.anchors)).toBeLessThan(30);
    await page.locator('#module60open').scrollIntoViewIfNeeded();
    await page.locator('#module60open ~ .highlight .copy').first().waitFor();
    expect(problems).toEqual([]);
  });

  it.each<[string, BrowserContextOptions]>([
    ['wide', {}],
    ['narrow', { viewport: { width: 320, height: 700 } }],
  ])('goes to the section that the address names, and says where it is: %s', async (_, options) => {
    const { page } = await open('#module80route', options);
    const top = () =>
      page.evaluate(() => document.getElementById('module80route')?.getBoundingClientRect().top);
    const marked = page.locator('#Contents [aria-current]');
    await expect.poll(() => marked.allTextContents()).toEqual(['Module80.route']);
    expect(await top()).toBeGreaterThanOrEqual(0);
    expect(await top()).toBeLessThan(160);
    await page.evaluate(() => (location.hash = '#module20close'));
    await expect.poll(() => marked.allTextContents()).toEqual(['Module20.close']);
    const excess = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(excess)).toBeLessThanOrEqual(0);
  });

  it('is searched by the browser, and printed whole', async () => {
    const { page } = await open();
    const find = () =>
      (globalThis as unknown as { find: (text: string) => boolean }).find('module-77.ts:87');
    expect(await page.evaluate(find)).toBe(true);
    const place = page.locator('code', { hasText: 'module-77.ts:87' });
    await expect
      .poll(() => place.evaluate((code) => code.getBoundingClientRect().top))
      .toBeGreaterThan(0);
    await page.emulateMedia({ media: 'print' });
    const isWhole = () =>
      [...document.querySelectorAll('.highlight pre')].every((block) =>
        block.checkVisibility({ contentVisibilityAuto: true }),
      );
    await expect.poll(() => page.evaluate(isWhole)).toBe(true);
  });

  it.each(['light', 'dark'] as const)('has no accessibility problem: %s', async (colorScheme) => {
    const { page, problems } = await open('', { colorScheme });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
