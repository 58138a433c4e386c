import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceName } from '#functions/manifest.ts';
import { asAdmin } from '#test/support/actors.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { logEntry } from '#test/support/logs/sample-logs.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

const environment = {
  ...{ ENABLE_LOG_SERVER: 'true', LOGS_KEY: 'the-key-of-the-logs' },
  SIDECAR_DISCOVERY: 'demand',
};
const pages: readonly [ServiceName, string, string][] = [
  ['docs', '/api', '/api/projects/{name}/search'],
  ['analysis', '/api', '/analyze-failures'],
  ['sessions', '/api', '/search/messages'],
  ['agent', '/api', '/sessions/{id}/prompt'],
  ['webhook', '/docs', '/logs/api/step-logs/{hook_id}/{step_name}'],
  ['webhook', '/redoc', '/logs/api/step-logs/{hook_id}/{step_name}'],
];

describe.runIf(chromePath)('the reference of an interface', () => {
  const worlds = new Map<ServiceName, World>();
  beforeAll(async () => {
    for (const [name] of pages) {
      if (!worlds.has(name)) worlds.set(name, await openWorld(onLocal, name, { environment }));
    }
    await worlds
      .get('webhook')
      ?.platform.logs.append([
        logEntry('<img src=x onerror=alert(1)>', { hook_id: 'a/b', level: 'STEP' }),
      ]);
  });
  afterAll(async () => {
    for (const world of worlds.values()) await world.close();
  });
  const urlOf = (name: ServiceName, path: string) => `${worlds.get(name)?.url ?? ''}${path}`;

  const looks: [string, number, BrowserContextOptions][] = [
    ['light', 1280, { colorScheme: 'light' }],
    ['dark', 375, { colorScheme: 'dark' }],
  ];
  it.each(looks)('is accessible and fits (%s, %i px)', { timeout: 240_000 }, async (...look) => {
    const [, width, colours] = look;
    const { page, problems } = await watchedPage({
      ...{ ...colours, viewport: { width, height: 800 } },
      extraHTTPHeaders: asAdmin,
    });
    for (const [name, path, request] of pages) {
      await page.goto(urlOf(name, path));
      // The first of each kind: they are alike.
      await page.evaluate(() => {
        for (const part of [...document.querySelectorAll('details')].slice(0, 8)) part.open = true;
      });
      const fits = await page.evaluate(
        () => document.body.scrollWidth <= document.body.clientWidth,
      );
      const found = await accessibilityProblems(page);
      expect([name, path, fits, found]).toEqual([name, path, true, []]);
      expect(await page.locator('main').textContent()).toContain(request);
    }
    expect(problems).toEqual([]);
  });

  it('sends requests and shows their answers as text (S8)', async () => {
    const { page, problems } = await watchedPage();
    await page.goto(urlOf('webhook', '/docs'));
    const open = async (id: string) => {
      await page.locator(`#${id} summary`, { hasText: 'Try it' }).click();
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
