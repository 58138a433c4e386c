import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteHeaders } from '#core/web/site-policy.ts';
import { chromePath, launchBrowser } from '#test/support/browser/browser.ts';
import { isComplete } from '#test/support/level.ts';
import { renderedSite, writeSite } from '#test/support/docs/rendered-site.ts';
import { sampleFile, sampleSite } from '#test/support/docs/sample-site.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};
const paths = [
  'index.html',
  'introduction.html',
  'configuration.html',
  'architecture.html',
  '404.html',
  sampleFile.file,
];

describe.runIf(chromePath)('the published site', () => {
  let browser: Browser;
  let folder: string;
  let url: string;
  let stop: () => Promise<void>;
  const bodies = new Map<string, string | Uint8Array>();
  /** Hidden from the server for a while. */
  let missing: RegExp | undefined;

  beforeAll(async () => {
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), 'lantern-site-'));
    const { files } = await renderedSite(sampleSite);
    for (const { path, body } of files) bodies.set(`/${path}`, body);
    await writeSite(folder, files);
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://local').pathname;
      const body = missing?.test(path) ? undefined : bodies.get(path);
      const type = types[extname(path)] ?? 'text/plain; charset=utf-8';
      response.writeHead(body === undefined ? 404 : 200, {
        ...siteHeaders(),
        'content-type': type,
      });
      response.end(body);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    stop = async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    };
  });
  afterAll(async () => {
    await browser?.close();
    await stop?.();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  /** A page without the one host that the site may ask. */
  async function open(path: string, options: BrowserContextOptions = {}) {
    const watched = await watchedPage(browser, options);
    await watched.page.route('https://api.github.com/**', (route) =>
      route.fulfill({
        json: { stargazers_count: 12_345 },
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    await watched.page.goto(path.includes(':') ? path : `${url}/${path}`);
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
        const { page, problems, close } = await open(path, options);
        expect([path, await accessibilityProblems(page)]).toEqual([path, []]);
        expect([path, problems]).toEqual([path, []]);
        await close();
      }
    },
  );

  it('never scrolls sideways at 320 pixels', async () => {
    for (const path of [...paths, 'api.html', 'command-line.html']) {
      const { page, close } = await open(path, narrow);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([path, Math.max(0, excess)]).toEqual([path, 0]);
      await close();
    }
  });

  it('shows the lines of a cited file, from a disk and without script', async () => {
    const file = pathToFileURL(join(folder, sampleFile.file)).href;
    const { page, problems, close } = await open(`${file}#L3-L5`, { javaScriptEnabled: false });
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
    await close();
  });

  it('is searched by keyboard', async () => {
    const { page, problems, close } = await open('introduction.html');
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
    await close();
  });

  it('searches the beginnings of the pages where the full index is missing', async () => {
    for (const pattern of [/^\/search\//, /^\/search\/page/]) {
      missing = pattern;
      const { page, close } = await open('introduction.html');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('fencing');
      await page.locator('.search-result').first().waitFor();
      expect(await page.locator('.search-result').first().textContent()).toMatch(/fencing/i);
      missing = undefined;
      await close();
    }
  });

  it.each([
    ['full', 'fencng'],
    ['simple', 'fencing'],
  ])('works from a folder, with the %s index', async (kind, query) => {
    const place = await mkdtemp(join(tmpdir(), 'lantern-folder-'));
    const files = [...bodies].map(([path, body]) => ({ path: path.slice(1), body }));
    await writeSite(
      place,
      files.filter(({ path }) => kind === 'full' || !path.startsWith('search/')),
    );
    const { page, problems, close } = await open(pathToFileURL(join(place, 'index.html')).href);
    await page.getByRole('link', { name: 'Start reading' }).click();
    await page.getByRole('heading', { level: 1, name: 'Introduction' }).waitFor();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill(query);
    await page.locator('.search-result').first().click();
    await page.waitForURL('**/architecture.html**');
    expect(problems.filter((text) => !text.includes('ERR_FILE_NOT_FOUND'))).toEqual([]);
    await close();
    await rm(place, { recursive: true, force: true });
  });

  it('remembers the theme, and shows it from the first paint on', async () => {
    const { page, close } = await open('introduction.html', { colorScheme: 'light' });
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
    await page.goto(`${url}/installation.html`, { waitUntil: 'commit' });
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
    await close();
  });

  it('is read and navigated without script', async () => {
    const viewport = { width: 375, height: 800 };
    const { page, close } = await open('introduction.html', { javaScriptEnabled: false, viewport });
    expect(await page.getByRole('button', { name: /Search|Theme/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Configuration').click();
    await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor();
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Troubleshooting' }).waitFor();
    await close();
  });

  it('copies code, labels it and says so', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, close } = await open('installation.html', { permissions });
    expect(await page.locator('.code-label').allTextContents()).toEqual([
      'Shell',
      'YAML',
      'Console',
    ]);
    await page.getByRole('button', { name: 'Copy code' }).first().click();
    await page.locator('#Announcer', { hasText: 'Code copied' }).waitFor({ state: 'attached' });
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe('npm install harbour\nnpx harbour init ./data');
    await close();
  });

  it('marks the section that is read', async () => {
    const { page, close } = await open('architecture.html#limits');
    const marked = page.locator('#Contents [aria-current]');
    await expect.poll(() => marked.allTextContents()).toEqual(['Limits']);
    await page.evaluate(() => document.getElementById('leases')?.scrollIntoView());
    await expect.poll(() => marked.allTextContents()).toEqual(['Leases']);
    await close();
  });

  it('counts stars, and shows nothing where that fails', async () => {
    const { page, close } = await open('introduction.html');
    await page.locator('[data-stars]', { hasText: '12.3K' }).waitFor();
    await close();
    const other = await watchedPage(browser);
    await other.page.route('https://api.github.com/**', (route) => route.abort());
    const failed = other.page.waitForEvent('requestfailed');
    await other.page.goto(`${url}/introduction.html`);
    await failed;
    expect(await other.page.locator('[data-stars]').isVisible()).toBe(false);
    await other.close();
  });
});
