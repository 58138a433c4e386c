import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { addDelivery, unprocessed } from '#test/support/webhook/delivery-rows.ts';
import { at, logEntry, summary } from '#test/support/logs/sample-logs.ts';
import { watchedPage } from '#test/support/browser/watched-page.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';
import { noteCalls, provoke } from '#test/support/browser/visit-hostile.ts';
import { xssCorpus } from '#test/support/browser/xss-corpus.ts';

const all = xssCorpus.join('\n');
const some = xssCorpus.slice(6, 16).join(' ');
const id = `"><img src=x onerror=pwned()>`;

describe.runIf(chromePath)('hostile text in the log', () => {
  let world: World;

  beforeAll(async () => {
    world = await openWorld(onLocal, await unprocessed(), {
      environment: { ENABLE_LOG_SERVER: 'true' },
    });
    const { platform } = world;
    const failed = {
      ...{ timestamp: at(13), status: 'failed' as const, duration_ms: 5 },
      error: { type: all, message: all, traceback: all },
      [all]: all,
    };
    await platform.logs.append([
      ...xssCorpus.map((text) =>
        logEntry(`${text}\n${text}`, {
          ...{ timestamp: at(13), logger_name: text, hook_id: id, event_type: text },
          ...{ repository: text, scm_user: text, task_id: text, task_status: text, pr_number: 7 },
        }),
      ),
      logEntry('\u001b[31mred\u001b[0m \u202eevil\u202c \u0007 end', { timestamp: at(20) }),
      logEntry('w'.repeat(5_000), { timestamp: at(21) }),
      summary({
        ...{ hook_id: id, event_type: all, action: all, sender: all, error: all, summary: all },
        ...{ repository: all, repository_full_name: all, success: false },
        pr: { number: 7, title: all, author: all },
        workflow_steps: { [all]: failed, [xssCorpus[0]!]: failed },
      }),
    ]);
    await addDelivery(platform, {
      ...{ id, repository: id, event: id, action: all, sender: all, error: all, body: all },
      ...{ address: all, headers: { 'x-a': all, [all]: 'a' }, replay_of: id },
    });
    await addDelivery(platform, { id: 'del_1', replay_of: id, body: JSON.stringify({ a: all }) });
  });
  afterAll(() => world?.close());

  const filter = new URLSearchParams(
    ['search', 'hook_id', 'repository', 'event_type', 'scm_user', 'level', 'start_time'].flatMap(
      (name) => [
        [name, some],
        [`not_${name}`, some],
      ],
    ),
  );
  const delivery = `/logs/deliveries/${encodeURIComponent(id)}`;
  const openAll = async (page: Page) => {
    await page.locator('[role=treegrid][aria-rowcount]').waitFor({ state: 'attached' });
    for (let row = 0; row < 30; row += 1) {
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
    }
  };
  const openDetails = async (page: Page) => {
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await page.locator('lantern-step-logs pre', { hasText: 'pwned' }).first().waitFor();
  };
  const sinks: [name: string, path: string, act?: (page: Page) => Promise<void>][] = [
    ['the list', '/logs', openAll],
    ['another part of the list', '/logs?search=svg', openAll],
    ['the filters', `/logs?${filter.toString()}`],
    ['a live search', `/logs?search=${encodeURIComponent(xssCorpus[0]!)}&live=true`, openAll],
    ['the flow of a delivery', delivery, openDetails],
    ['a replayed delivery', '/logs/deliveries/del_1'],
    ['the list of deliveries', '/logs/deliveries'],
    ['its filters', `/logs/deliveries?event=${encodeURIComponent(some)}&replayed=%3Cb%3E`],
    ['a pull request', '/logs/pulls/7'],
    ['the login', `/logs/login?next=${encodeURIComponent('javascript:pwned()')}`],
  ];

  it.each(sinks)('does not run in %s (S8)', async (_, path, act) => {
    const { page, problems } = await watchedPage();
    const calls = await noteCalls(page, world.url);
    await page.goto(world.url + path);
    await act?.(page);
    await provoke(page, 'main *');
    const strays = await page.evaluate(() => {
      const harmful =
        'iframe, object, embed, base, main script, img, [onerror], [onload], [onfocus]';
      const links = [...document.querySelectorAll<HTMLAnchorElement>('main a:not(svg *)')];
      const foreign = links.filter(({ origin }) => origin !== location.origin).length;
      return document.querySelectorAll(harmful).length + foreign;
    });
    expect({ calls, strays, problems }).toEqual({ calls: [], strays: 0, problems: [] });
  });

  it('shows terminal sequences as plain text, direction marks visibly, and wraps long words', async () => {
    const { page } = await watchedPage({ viewport: { width: 375, height: 800 } });
    await page.goto(`${world.url}/logs?search=evil`);
    const row = page.locator('.log-row').first();
    const expected = 'red ⟦U+202E⟧evil⟦U+202C⟧ \u2407 end';
    await expect.poll(() => row.locator('.log-message').textContent()).toBe(expected);
    await page.goto(`${world.url}/logs?search=wwww`);
    await page.locator('[role=treegrid][aria-rowcount]').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const text = page.locator('.log-row pre');
    const [wide, own] = await text.evaluate((pre) => [pre.scrollWidth, pre.clientWidth]);
    expect(wide).toBe(own);
  });
});
