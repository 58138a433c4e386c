import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { isComplete } from '#test/support/level.ts';
import { writeSite } from '#test/support/docs/rendered-site.ts';
import { openSite } from '#test/support/docs/site-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { sampleFile, sampleSite } from '#test/support/docs/sample-site.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';

const paths = [
  'index.html',
  'introduction.html',
  'configuration.html',
  'architecture.html',
  '404.html',
  sampleFile.file,
];

describe.runIf(chromePath)('the published site', () => {
  let site: Awaited<ReturnType<typeof openSite>>;
  beforeAll(async () => {
    site = await openSite(sampleSite);
  });
  afterAll(() => site?.close());

  /** A page without the one host that the site may ask. */
  async function open(path: string, options: BrowserContextOptions = {}) {
    const watched = await watchedPage(options);
    await watched.page.route('https://api.github.com/**', (route) =>
      route.fulfill({
        json: { stargazers_count: 12_345 },
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    await watched.page.goto(path.includes(':') ? path : `${site.url}/${path}`);
    return watched;
  }

  const narrow = { viewport: { width: 320, height: 700 } };
  const few: readonly (readonly [string, BrowserContextOptions])[] = [
    ['light', { colorScheme: 'light' }],
    ['dark and narrow', { colorScheme: 'dark', ...narrow }],
  ];
  const all: typeof few = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['forced colours', { forcedColors: 'active' }],
    ['narrow', narrow],
  ];
  it.each(isComplete ? all : few)(
    'has no accessibility problem and no refusal: %s',
    async (_, options) => {
      for (const path of paths) {
        const { page, problems } = await open(path, options);
        expect([path, await accessibilityProblems(page)]).toEqual([path, []]);
        expect([path, problems]).toEqual([path, []]);
      }
    },
  );

  it('never scrolls sideways at 320 pixels', async () => {
    for (const path of [...paths, 'api.html', 'command-line.html']) {
      const { page } = await open(path, narrow);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([path, Math.max(0, excess)]).toEqual([path, 0]);
    }
  });

  it('shows the lines of a cited file, from a disk and without script', async () => {
    const file = site.file(sampleFile.file);
    const { page, problems } = await open(`${file}#L3-L5`, { javaScriptEnabled: false });
    const colour = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
    const cited = await colour('[id="L3-L5"]');
    await page.goto(`${file}#L2`);
    expect([await colour('#L2'), await colour('[id="L3-L5"]')]).toEqual([
      cited,
      'rgba(0, 0, 0, 0)',
    ]);
    const lines = await page.locator('pre').evaluate((pre) => pre.textContent);
    expect(lines).toBe(sampleFile.text);
    await page.getByRole('link', { name: 'Architecture' }).click();
    expect(page.url()).toMatch(/architecture\.html$/);
    expect(problems).toEqual([]);
  });

  it('is searched by keyboard', async () => {
    const { page, problems } = await open('introduction.html');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox');
    await field.fill('worker');
    await page.locator('.search-result').first().waitFor();
    expect(await page.locator('.search-result mark').first().textContent()).toMatch(/^workers?$/i);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe('Search-1');
    await page.keyboard.press('ArrowUp');
    expect(await page.locator('[aria-selected=true]').getAttribute('id')).toBe('Search-0');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await page.keyboard.press('Control+k');
    await field.fill('fencng');
    await page.locator('.search-result').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/architecture.html#leases');
    expect(problems).toEqual([]);
  });

  it('searches the beginnings of the pages where the full index is missing', async () => {
    for (const pattern of ['**/search/*', '**/search/page*']) {
      const { page } = await open('introduction.html');
      await page.route(pattern, (route) => route.fulfill({ status: 404 }));
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('fencing');
      await page.locator('.search-result').first().waitFor();
      expect(await page.locator('.search-result').first().textContent()).toMatch(/fencing/i);
    }
  });

  it.each([
    ['full', 'fencng'],
    ['simple', 'fencing'],
  ])('works from a folder, with the %s index', async (kind, query) => {
    const folder = await temporaryFolder();
    const { files } = site;
    await writeSite(
      folder.path,
      files.filter(({ path }) => kind === 'full' || !path.startsWith('search/')),
    );
    const { page, problems } = await open(pathToFileURL(join(folder.path, 'index.html')).href);
    await page.getByRole('link', { name: 'Start reading' }).click();
    await page.getByRole('heading', { level: 1, name: 'Introduction' }).waitFor();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill(query);
    await page.locator('.search-result').first().click();
    await page.waitForURL('**/architecture.html**');
    expect(problems.filter((text) => !text.includes('ERR_FILE_NOT_FOUND'))).toEqual([]);
    await folder.remove();
  });

  it('remembers the theme, and shows it from the first paint on', async () => {
    const { page } = await open('introduction.html', { colorScheme: 'light' });
    const ground = () => getComputedStyle(document.documentElement).backgroundColor;
    const light = await page.evaluate(ground);
    const button = page.getByRole('button', { name: /^Theme/ });
    await button.click();
    await button.click();
    expect(await button.textContent()).toContain('Theme: dark');
    const dark = await page.evaluate(ground);
    expect(dark).not.toBe(light);
    // What is deferred is held back: what is painted until then must be dark already.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/search.js*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site.url}/installation.html`, { waitUntil: 'commit' });
    // Nothing is painted before the style has come.
    await page.waitForFunction(
      () =>
        document.querySelector('main') &&
        document.querySelector<HTMLLinkElement>('[rel=stylesheet]')?.sheet,
    );
    expect(await page.evaluate(ground)).toBe(dark);
    letGo();
    await page.waitForLoadState();
    await button.click();
    expect(await page.evaluate(ground)).toBe(light);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('is read and navigated without script', async () => {
    const viewport = { width: 375, height: 800 };
    const { page } = await open('introduction.html', { javaScriptEnabled: false, viewport });
    expect(await page.getByRole('button', { name: /Search|Theme/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Configuration').click();
    await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor();
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Troubleshooting' }).waitFor();
  });

  it('copies code, labels it and says so', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await open('installation.html', { permissions });
    expect(await page.locator('.code-label').allTextContents()).toEqual([
      'Shell',
      'YAML',
      'Console',
    ]);
    await page.getByRole('button', { name: 'Copy code' }).first().click();
    await page.locator('#Announcer', { hasText: 'Code copied' }).waitFor({ state: 'attached' });
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe('npm install harbour\nnpx harbour init ./data');
  });

  it('marks the section that is read', async () => {
    const { page } = await open('architecture.html#limits');
    const marked = page.locator('#Contents [aria-current]');
    await expect.poll(() => marked.allTextContents()).toEqual(['Limits']);
    await page.evaluate(() => document.getElementById('leases')?.scrollIntoView());
    await expect.poll(() => marked.allTextContents()).toEqual(['Leases']);
  });

  it('counts stars, and shows nothing where that fails', async () => {
    const { page } = await open('introduction.html');
    await page.locator('[data-stars]', { hasText: '12.3K' }).waitFor();
    const other = await watchedPage();
    await other.page.route('https://api.github.com/**', (route) => route.abort());
    const failed = other.page.waitForEvent('requestfailed');
    await other.page.goto(`${site.url}/introduction.html`);
    await failed;
    expect(await other.page.locator('[data-stars]').isVisible()).toBe(false);
  });
});
