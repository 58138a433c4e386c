import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { manyEntries } from '#test/support/logs/many-entries.ts';
import { summary } from '#test/support/logs/sample-logs.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

describe.runIf(chromePath)('the page of the log', () => {
  let world: World;
  let last: number;

  beforeAll(async () => {
    world = await openWorld(onLocal, 'webhook', { environment: { ENABLE_LOG_SERVER: 'true' } });
    await world.platform.logs.append([...manyEntries(10_000), summary()]);
    last = (await world.platform.logs.search({}, { limit: 1 })).entries[0]?.cursor ?? 0;
  });
  afterAll(() => world?.close());

  it.each([
    [375, false],
    [1280, true],
  ])('at %i px the filters are shown at once: %s', async (width, isShown) => {
    const { page } = await opened('/logs', { viewport: { width, height: 800 } });
    const level = page.getByLabel('Level', { exact: true });
    expect(await level.isVisible()).toBe(isShown);
    const entries = await page.locator('.log-frame').boundingBox();
    expect((entries?.y ?? 0) < 800).toBe(true);
    if (!isShown) await page.getByText('Filters', { exact: true }).click();
    await level.selectOption('ERROR');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/level=ERROR/);
    await page.getByText('Level: ERROR').waitFor();
  });

  it('shows the filters where one of them is wrong, also on a phone', async () => {
    const viewport = { width: 375, height: 800 };
    const { page } = await opened('/logs?start_time=yesterday', { viewport });
    expect(await page.getByLabel('Start Time').isVisible()).toBe(true);
  });

  it('shows the entries that came with the page until it has loaded them again', async () => {
    const { page } = await watchedPage();
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      void page.route('**/logs/api/entries?**', async (route) => {
        resolve();
        await new Promise<void>((goOn) => (answer = goOn));
        await route.continue();
      });
    });
    await page.goto(`${world.url}/logs`);
    await isAsked;
    expect(await rows(page).first().isVisible()).toBe(true);
    answer();
    await page.locator('.log-virtual .log-row').first().waitFor();
  });

  async function opened(path: string, options: BrowserContextOptions = {}) {
    const watched = await watchedPage(options);
    await watched.page.goto(`${world.url}${path}`);
    return watched;
  }

  const rows = (page: Page) => page.locator('.log-row');
  const loaded = (page: Page) =>
    page.locator('[role=treegrid][aria-rowcount]').waitFor({ state: 'attached' });
  const focused = (page: Page) =>
    page.evaluate(() => Number(document.activeElement?.ariaRowIndex ?? 0) - 1);

  const looks: [string, number, BrowserContextOptions][] = [
    ['light', 1280, { colorScheme: 'light' }],
    ['dark', 1280, { colorScheme: 'dark' }],
    ['light', 375, { colorScheme: 'light', reducedMotion: 'reduce' }],
    ['dark', 375, { colorScheme: 'dark' }],
    ['forced colours', 1280, { forcedColors: 'active' }],
    ['without script', 375, { javaScriptEnabled: false }],
  ];
  it.each(looks)('is accessible, fits and stays silent (%s, %i px; S8)', async (_, width, look) => {
    const { page, problems } = await opened('/logs', {
      ...look,
      viewport: { width, height: 800 },
    });
    const found: Record<string, unknown> = {};
    for (const path of [
      ...['/logs', '/logs?level=ERROR&not_level=DEBUG&search=label', '/logs?search=nowhere'],
      ...['/logs?start_time=soon&pr_number=x', `/logs?entry=${last}`],
    ]) {
      await page.goto(world.url + path);
      if (look.javaScriptEnabled !== false && !path.includes('soon')) {
        await loaded(page);
        await page.keyboard.press('j');
        await page.keyboard.press('Enter');
      }
      const overflow = await page.evaluate(
        () => document.body.scrollWidth - document.body.clientWidth,
      );
      const violations = look.javaScriptEnabled === false ? [] : await accessibilityProblems(page);
      if (overflow > 0 || violations.length > 0) found[path] = { overflow, violations };
    }
    expect({ found, problems }).toEqual({ found: {}, problems: [] });
  });

  it('narrows the list without script, and keeps every choice in the address', async () => {
    const { page } = await opened('/logs', { javaScriptEnabled: false });
    await page.getByLabel('Search').fill('LABEL FAILED');
    await page.getByLabel('Level', { exact: true }).selectOption('ERROR');
    await page.getByLabel('Repository', { exact: true }).fill('lamp');
    await page.getByLabel('Results Limit').selectOption('500');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/search=LABEL/);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('search')).toBe('LABEL FAILED');
    expect(searchParams.get('limit')).toBe('500');
    expect(await rows(page).count()).toBe(100);
    expect(await page.locator('.log-stats').textContent()).toMatch(/Shown\s*100 of\s*625/);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText('101 to 200 of 625').waitFor();
    await page.getByRole('link', { name: 'Remove Level: ERROR' }).click();
    await page.waitForURL((url) => !url.searchParams.has('level'));
    expect(await page.getByLabel('Repository', { exact: true }).inputValue()).toBe('lamp');
  });

  it('walks through 10,000 entries by keyboard, with few of them in the document', async () => {
    const { page } = await opened('/logs?limit=10000');
    await loaded(page);
    const grid = page.getByRole('treegrid');
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('10001');
    const seen: number[] = [];
    for (const key of ['j', 'ArrowDown', 'k', 'End', 'ArrowUp', 'PageUp', 'Home', 'PageDown']) {
      await page.keyboard.press(key);
      seen.push(await focused(page));
      expect(await rows(page).count()).toBeLessThan(120);
    }
    const [page1 = 0, page2 = 0] = [seen[5], seen[7]];
    expect(seen).toEqual([2, 3, 2, 10_000, 9_999, page1, 1, page2]);
    expect(9_999 - page1).toBe(page2 - 1);
    expect(page2).toBeGreaterThan(10);
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('logs-search');
  });

  it('opens an entry with its traceback, narrows to its facts, and copies it', async () => {
    const { page } = await opened('/logs?level=ERROR', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await loaded(page);
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowRight');
    const row = page.locator('.log-row[aria-expanded=true]');
    expect(await row.locator('pre').textContent()).toContain('\n  File "handlers/labels.py"');
    await page.keyboard.press('c');
    await page.getByText('Copied', { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^2026-03-01T11:59:00.000Z webhook ERROR team\/oil .*\nHttpError: 422/s);
    await page.keyboard.press('Escape');
    expect(await row.count()).toBe(0);
    await page.keyboard.press('Enter');
    await row
      .getByRole('link', { name: 'exclude User grace' })
      .or(row.getByRole('link', { name: /^exclude User/ }))
      .click();
    await page.waitForURL(/not_scm_user=/);
    expect(new URL(page.url()).searchParams.get('level')).toBe('ERROR');
  });

  it('shows a permalinked entry among its neighbours, with the focus on it', async () => {
    const entries = (await world.platform.logs.search({}, { limit: 200 })).entries;
    const { cursor = 0, message = '' } = entries[150] ?? {};
    const { page } = await opened(`/logs?entry=${cursor}`);
    await loaded(page);
    const row = page.locator(`#entry-${cursor}[aria-expanded=true]`);
    await row.waitFor();
    expect(await row.locator('pre').textContent()).toBe(message);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(`entry-${cursor}`);
    await expect.poll(() => page.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('102');
  });

  it('narrows the time by a bar of the chart', async () => {
    const { page } = await opened('/logs?level=ERROR');
    await loaded(page);
    const bar = page.locator('.log-volume svg a').nth(10);
    const href = await bar.getAttribute('href');
    expect(href).toMatch(/^\/logs\?level=ERROR&start_time=.*&end_time=/);
    await bar.click();
    await page.waitForURL(`**${href ?? ''}`);
    await loaded(page);
  });

  it('says that the server does not answer, and loads the list again', async () => {
    const { page } = await opened('/logs?level=ERROR');
    await loaded(page);
    await page.route('**/logs/api/entries*', (route) => route.abort());
    await page.reload();
    await page.getByText('The server did not respond. Check your connection').first().waitFor();
    await page.unroute('**/logs/api/entries*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.locator('[data-part=shown]').textContent()).toBe('1,000');
    expect(await page.getByText('The server did not respond').first().isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Clear Logs' }).click();
    expect(await rows(page).count()).toBe(0);
    await page.getByText('No entry to show').waitFor();
  });
});
