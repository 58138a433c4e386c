import type { Page, WebSocketRoute } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { manyEntries } from '#test/support/logs/many-entries.ts';
import { logEntry } from '#test/support/logs/sample-logs.ts';
import { watchedPage, type WatchedPage } from '#test/support/browser/watched-page.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

describe.runIf(chromePath)('the live stream on the page of the log', () => {
  let world: World;
  let watched: WatchedPage;
  let page: Page;
  /** The page's connections; a test may cut them or say something in the server's name. */
  let routes: WebSocketRoute[];
  let isDown = false;

  beforeEach(async () => {
    world = await openWorld(onLocal, 'webhook', { environment: { ENABLE_LOG_SERVER: 'true' } });
    await world.platform.logs.append(manyEntries(200));
    watched = await watchedPage();
    ({ page } = watched);
    routes = [];
    isDown = false;
    await page.routeWebSocket(/\/logs\/ws/, (route) => {
      routes.push(route);
      if (isDown) void route.close({ code: 1001, reason: '' });
      else route.connectToServer();
    });
    await page.goto(`${world.url}/logs?level=INFO`);
    await state('Live');
    return () => world.close();
  });

  const state = (text: string) => page.locator('.log-state').getByText(text).waitFor();
  const say = (...texts: string[]) =>
    world.platform.logs.append(
      texts.map((text) => logEntry(text, { timestamp: '2026-03-01T11:59:59.000Z' })),
    );
  const first = () => page.locator('.log-row .log-message').first().textContent();
  const shown = () => page.locator('[data-part=shown]').textContent();
  const scrollTo = (top: number) =>
    page.locator('.log-scroller').evaluate((list, y) => (list.scrollTop = y), top);

  it('shows new entries at the top, with their counts, until it is switched off', async () => {
    const newest = page.locator('.log-volume svg a').last();
    const total = async () => Number(await newest.getAttribute('data-total'));
    const before = await total();
    await say('one more');
    await expect.poll(first).toBe('one more');
    expect(await page.locator('[data-part=matching]').textContent()).toBe('76');
    expect(await total()).toBe(before + 1);
    expect(await page.locator('[data-part=sums]').textContent()).toBe('76 entries, 0 errors');
    expect(await newest.getAttribute('href')).not.toContain('end_time');
    await say(...Array.from({ length: 9 }, (_, at) => `burst ${at}`));
    await expect.poll(total).toBe(before + 10);
    expect(await newest.locator('.volume-bar').getAttribute('height')).toBe('72.0');
    await world.platform.logs.append([logEntry('filtered', { level: 'DEBUG' })]);
    await say('and another');
    await expect.poll(first).toBe('and another');
    expect(await page.getByText('filtered').count()).toBe(0);
    await page.reload();
    await state('Live');
    await page.getByRole('button', { name: 'Stop Real-time' }).click();
    expect(new URL(page.url()).search).toBe('?level=INFO&live=false');
    await page.getByRole('link', { name: '1 hour' }).click();
    await page.waitForURL(/start_time=1h/);
    await page.getByRole('button', { name: 'Start Real-time' }).click();
    await state('Live');
    expect(new URL(page.url()).search).toBe('?level=INFO&start_time=1h');
    expect(watched.problems).toEqual([]);
  });

  it('moves nothing while somebody reads further down', async () => {
    await scrollTo(700);
    const row = page.locator('[aria-rowindex="35"]');
    await row.waitFor();
    const top = await row.boundingBox();
    await say('one', 'two');
    const button = page.getByRole('button', { name: '2 new entries' });
    await button.waitFor();
    expect(await row.boundingBox()).toEqual(top);
    expect(await shown()).toBe('75');
    await button.click();
    await expect.poll(first).toBe('two');
    expect(await shown()).toBe('77');
    expect(await button.isVisible()).toBe(false);
  });

  it('resumes after a lost connection without losing or repeating an entry (R6)', async () => {
    isDown = true;
    await routes[0]?.close({ code: 1001, reason: '' });
    await state('Retrying in');
    await say('written meanwhile');
    isDown = false;
    await page.getByRole('button', { name: 'Try now' }).click();
    await state('Live');
    await say('written later');
    await expect.poll(first).toBe('written later');
    for (const text of ['written meanwhile', 'written later']) {
      expect(await page.locator('.log-message', { hasText: text }).count()).toBe(1);
    }
  });
});
