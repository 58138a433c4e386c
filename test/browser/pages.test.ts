import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisSite } from '#core/analysis/pages/analysis-site.ts';
import { docsSite } from '#core/docs/pages/docs-site.ts';
import { analysisPages, docsPages, type SamplePages } from '#test/support/browser/sample-pages.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';
import { runsAll } from '#test/support/level.ts';
import { type PageServer, pageServer } from '#test/support/http/page-server.ts';

const narrow: [width: number, options: BrowserContextOptions][] = [
  [320, { forcedColors: 'active' }],
  [320, { javaScriptEnabled: false }],
];

// Every state of a page; the pages as the services show them are in every-page.test.ts.
describe.runIf(chromePath)('pages in all their states', () => {
  let server: PageServer;
  let documents: SamplePages;

  beforeAll(async () => {
    server = await pageServer();
    documents = {
      ...docsPages(await server.assetsWith(docsSite.files), server.assets),
      ...analysisPages(await server.assetsWith(analysisSite.files)),
    };
    for (const [path, draw] of Object.entries(documents)) server.routes.set(path, draw);
  });
  afterAll(() => server?.close());

  async function open(path: string, options: BrowserContextOptions = {}) {
    const watched = await watchedPage(options);
    await watched.page.goto(server.url + path);
    return watched;
  }

  it.each<[width: number, options: BrowserContextOptions]>([
    [1280, { colorScheme: 'light' }],
    [375, { colorScheme: 'dark' }],
    ...(runsAll ? narrow : []),
  ])('are accessible, fit and stay silent (%i px, %o)', async (width, look) => {
    const options = { ...look, viewport: { width, height: 800 } };
    const { page, problems } = await watchedPage(options);
    const wrong: Record<string, unknown> = {};
    for (const path of Object.keys(documents)) {
      await page.goto(server.url + path);
      // An inline box is painted in pieces, behind what follows it.
      const [overflow, inlineCards] = await page.evaluate(() => [
        document.body.scrollWidth - document.body.clientWidth,
        [...document.querySelectorAll('.card')].filter(
          (card) => getComputedStyle(card).display === 'inline',
        ).length,
      ]);
      const violations = look.javaScriptEnabled === false ? [] : await accessibilityProblems(page);
      if (overflow || inlineCards || violations.length > 0)
        wrong[path] = { overflow, inlineCards, violations };
    }
    expect({ wrong, problems }).toEqual({ wrong: {}, problems: [] });
  });

  it('are accessible with everything unfolded', async () => {
    const { page } = await watchedPage();
    for (const path of ['/job', '/analysis', '/settings']) {
      await page.goto(server.url + path);
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true;
      });
      const ids = await page.evaluate(() =>
        [...document.querySelectorAll('[id]')].map(({ id }) => id),
      );
      const violations = await accessibilityProblems(page);
      expect([path, violations, ids]).toEqual([path, [], [...new Set(ids)]]);
    }
  });

  it('are accessible with the dialog open, a message shown and a filter set', async () => {
    const { page, problems } = await open('/admin');
    await page.getByLabel('Filter users').fill('grace');
    await page.evaluate(() =>
      document.dispatchEvent(
        new CustomEvent('lantern:announce', { detail: { text: 'Saved.', tone: 'good' } }),
      ),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each([
    ...['/', '/analysis', '/job', '/history', '/usage', '/alerts', '/issue', '/feedback', '/rules'],
  ])('%s has controls of at least 24 px', async (path) => {
    const { page } = await open(path, { viewport: { width: 320, height: 800 } });
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'button, input:not([type=hidden], [type=file]), summary, a.button, a.filter',
        ),
      ]
        .filter((element) => element.checkVisibility())
        // A tick is pressed through its label.
        .map((element) => (element.matches('[type=checkbox]') ? element.parentElement : element))
        .map((element) => ({ box: element?.getBoundingClientRect(), html: element?.outerHTML }))
        .filter(({ box }) => box && (box.width < 24 || box.height < 24))
        .map(({ html }) => html),
    );
    expect(small).toEqual([]);
  });

  it('are walked by keyboard in reading order, starting with the skip link', async () => {
    const { page } = await open('/');
    const labels: string[] = [];
    const bare: string[] = [];
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press('Tab');
      const [label, html] = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement & { labels?: NodeList };
        const shown = element.matches('[type=radio]') ? element.closest('label') : element;
        const { outlineStyle, outlineWidth } = getComputedStyle(shown ?? element);
        const isShown = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
        const text = element.labels?.[0]?.textContent ?? element.textContent;
        return [
          text.replace(/\s+/g, ' ').trim(),
          isShown || element === document.body ? '' : element.outerHTML,
        ];
      });
      labels.push(label ?? '');
      if (html) bare.push(html);
    }
    expect(labels.slice(0, 16)).toEqual([
      ...['Skip to content', 'Lantern', 'Home', 'Docs', 'Admin', 'API', 'Search everything'],
      ...[
        'System',
        'Sign out',
        'Generate a site',
        '1 project failed',
        'harbour: 20 pages',
        'Webhooks',
      ],
      ...['Repository URL or local folder', 'Generate', 'Estimate'],
    ]);
    // Where the focus is, is seen on every control.
    expect(bare).toEqual([]);
  });

  it('stay usable with 1,000 failures: pages of 25 groups with few of their tests', async () => {
    const { page } = await open('/large');
    expect(await page.locator('article').count()).toBe(25);
    expect(await page.locator('article').first().getByText('20 tests').count()).toBeGreaterThan(0);
    expect(await page.getByText('Page 1 of 2').count()).toBe(1);
    expect(await page.locator('details.group-body[open]').count()).toBe(3);
    // What it takes over a slow line, before compression.
    expect(documents['/large']?.().length).toBeLessThan(700_000);
  });
});
