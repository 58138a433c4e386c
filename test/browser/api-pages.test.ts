import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { logEntry } from '#test/support/logs/sample-logs.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

const environment = { ENABLE_LOG_SERVER: 'true', LOGS_KEY: 'the-key-of-the-logs' };

describe.runIf(chromePath)('the documentation of the interface', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(onLocal, 'webhook', { environment });
    await world.platform.logs.append([
      logEntry('<img src=x onerror=alert(1)>', { hook_id: 'a/b', level: 'STEP' }),
    ]);
  });
  afterAll(() => world?.close());

  const looks: [string, number, BrowserContextOptions][] = [
    ['light', 1280, { colorScheme: 'light' }],
    ['dark', 375, { colorScheme: 'dark' }],
  ];
  it.each(looks)('is accessible and fits (%s, %i px)', async (_, width, look) => {
    const options = { ...look, viewport: { width, height: 800 } };
    const { page, problems } = await watchedPage(options);
    for (const path of ['/docs', '/redoc']) {
      await page.goto(world.url + path);
      await page.evaluate(() => {
        for (const part of document.querySelectorAll('details')) part.open = true;
      });
      const fits = await page.evaluate(
        () => document.body.scrollWidth <= document.body.clientWidth,
      );
      expect([path, fits, await accessibilityProblems(page)]).toEqual([path, true, []]);
      expect(await page.locator('main').textContent()).toContain('/logs/api/step-logs/');
    }
    expect(problems).toEqual([]);
  });

  it('sends requests and shows their answers as text (S8)', async () => {
    const { page, problems } = await watchedPage();
    await page.goto(`${world.url}/docs`);
    const open = async (id: string) => {
      await page.locator(`#${id} summary`).click();
      return page.locator(`#${id}`);
    };
    const entries = await open('get-logs-api-entries');
    await entries.getByLabel('level', { exact: true }).fill('STEP');
    await entries.getByRole('button', { name: 'Send' }).click();
    await entries.locator('[data-status]', { hasText: /^200 OK in \d+ ms: GET/ }).waitFor();
    expect(await entries.locator('[data-body]').textContent()).toContain('onerror=alert(1)>"');

    const steps = await open('get-logs-api-workflow-steps-hook-id');
    await steps.getByLabel('hook_id (required)').fill('a/b');
    await steps.getByRole('button', { name: 'Send' }).click();
    await steps.locator('[data-status]', { hasText: /^200 .*a%2Fb$/ }).waitFor();

    const replay = await open('post-logs-api-deliveries-replay');
    const send = async () => replay.getByRole('button', { name: 'Send' }).click();
    await replay.getByLabel(/^Body/).fill('{"ids":["none"]}');
    await page.getByLabel('Key', { exact: true }).fill('wrong');
    await send();
    await replay.locator('[data-status]', { hasText: /^401 / }).waitFor();
    await page.getByLabel('Key', { exact: true }).fill('the-key-of-the-logs');
    await send();
    await replay.locator('[data-status]', { hasText: /^202 / }).waitFor();
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
  });
});
