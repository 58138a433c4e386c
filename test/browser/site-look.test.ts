import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { openSite } from '#test/support/docs/site-server.ts';
import { sampleSite } from '#test/support/docs/sample-site.ts';
import { watchedPage } from '#test/support/browser/watched-page.ts';

const name = 'Harbour for parcels of data that nobody expected to be so many';
const many = Array.from({ length: 80 }, (_, at) => ({
  slug: `chapter-${at}`,
  title: `Chapter ${at}`,
  description: '',
}));

describe.runIf(chromePath)('the look of the published site', () => {
  let site: Awaited<ReturnType<typeof openSite>>;

  beforeAll(async () => {
    const navigation = [...sampleSite.plan.navigation, { group: 'Chapters', pages: many }];
    site = await openSite(
      {
        plan: { ...sampleSite.plan, project_name: name, navigation },
        markdown: sampleSite.markdown,
        face: {
          install: 'go get github.com/example/harbour-of-parcels@latest',
          version: null,
          sample: null,
          logo: null,
          picture: null,
        },
      },
      { repositoryUrl: 'https://code.example/harbour', commit: 'abcdef0' },
    );
  });
  afterAll(() => site?.close());

  async function open(path: string, width: number, options: BrowserContextOptions = {}) {
    const viewport = { width, height: 700 };
    const watched = await watchedPage({ viewport, ...options });
    await watched.page.goto(site.file(path));
    return watched;
  }

  it('opens the menu at the current page and closes it visibly, without script', async () => {
    const { page } = await open('chapter-60.html', 375, { javaScriptEnabled: false });
    const menu = page.getByRole('navigation', { name: 'Pages' });
    const button = page.getByRole('button', { name: 'Menu' });
    await button.click();
    const box = await menu.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(0.85 * 375);
    const current = await menu.getByRole('link', { name: 'Chapter 60', exact: true }).boundingBox();
    expect(current?.y).toBeGreaterThan(60);
    expect(current?.y).toBeLessThan(660);
    await menu.getByRole('button', { name: 'Close' }).click();
    await menu.waitFor({ state: 'hidden' });
    for (const way of ['Escape', 'outside']) {
      await button.click();
      await menu.waitFor();
      if (way === 'Escape') await page.keyboard.press('Escape');
      else await page.mouse.click(368, 400);
      await menu.waitFor({ state: 'hidden' });
      expect([way, await button.evaluate((own) => own === document.activeElement)]).toEqual([
        way,
        way === 'Escape',
      ]);
    }
  });

  it('shows its own font, also from a folder, and moves nothing when it arrives', async () => {
    const { page, problems } = await open('architecture.html', 1280);
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map((font) => font.family);
    });
    expect(loaded.map((family) => family.replaceAll('"', ''))).toContain('Lantern Text');
    expect(problems).toEqual([]);
    const tops = () =>
      page
        .locator('.prose > :is(h2, p, ol, div)')
        .evaluateAll((blocks) => blocks.map((block) => block.getBoundingClientRect().top));
    const own = await tops();
    await page.evaluate(() => {
      const { style } = document.documentElement;
      style.setProperty('--sans', "'Lantern Text Arial', 'Lantern Text DejaVu'");
    });
    const before = await tops();
    expect(before.length).toBeGreaterThan(8);
    // A paragraph may break into one line more or less.
    for (const [at, top] of before.entries())
      expect(Math.abs(top - (own[at] ?? 0))).toBeLessThan(40);
  });
});
