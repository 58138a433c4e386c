import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import {
  jsonl,
  openSessionsWorld,
  said,
  sessionsKey,
} from '#test/support/sessions/sessions-world.ts';
import type { SessionsWorld } from '#test/support/sessions/sessions-world.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';
import { onLocal } from '#test/support/world.ts';

const hostile = '<script>document.title = "x"</script><img src=x onerror=alert(1)>';
const id = '6f1c2b1e-5a6b-4c7d-8e9f-000000000001';

describe.runIf(chromePath)('the pages of the session search', () => {
  let world: SessionsWorld;
  const login = { httpCredentials: { username: 'any', password: sessionsKey } };

  beforeAll(async () => {
    world = await openSessionsWorld(onLocal);
    const more = { cwd: "/home/ada/it's", gitBranch: hostile, slug: 'quiet-lamp' };
    const time = (at: number) => new Date(Date.UTC(2026, 1, 1, 0, at)).toISOString();
    const entries = Array.from({ length: 120 }, (_, at) =>
      said(at % 2 === 0 ? 'user' : 'assistant', `Lamp ${at}\n  ${hostile} ${'x'.repeat(300)}`, {
        ...more,
        ...{ uuid: `u${at}`, timestamp: time(at) },
      }),
    );
    const call = { type: 'tool_use', name: 'Bash', input: { command: `echo ${hostile}` } };
    const tool = said('assistant', [call], { ...more, uuid: 'tool', timestamp: time(200) });
    await world.write(`-home-ada-it-s/${id}.jsonl`, jsonl(...entries, tool));
    const part = { timestamp: time(1), sessionId: id };
    await world.write('-srv/agent-1.jsonl', jsonl(said('user', 'A **bold** flame', part)));
    const prompt = { display: `Light the lamp ${hostile}`, sessionId: id, timestamp: 1 };
    await world.write('history.jsonl', jsonl(prompt));
  });
  afterAll(() => world?.close());

  const looks: [string, number, BrowserContextOptions][] = [
    ['light', 1280, { colorScheme: 'light' }],
    ['dark', 375, { colorScheme: 'dark' }],
    ['without script', 375, { javaScriptEnabled: false }],
  ];
  it.each(looks)('are accessible, fit and stay silent (%s, %i px; S8)', async (_, width, look) => {
    const options = { ...login, ...look, viewport: { width, height: 800 } };
    const { page, problems } = await watchedPage(options);
    const found: Record<string, unknown> = {};
    for (const path of [
      ...['/', '/?q=lamp', '/?q=lamp&kind=prompts', '/?q=lamp&kind=sessions'],
      ...['/?q=lamp&page=3', '/?q=bash&tools=true', `/read/${id}?tools=true`],
      ...['/?q=lamp&from=soon', '/?q=nowhere&project=x', '/?q=%3Cscript%3E', `/read/${id}`],
    ]) {
      await page.goto(world.url + path);
      const overflow = await page.evaluate(
        () => document.body.scrollWidth - document.body.clientWidth,
      );
      const violations = look.javaScriptEnabled === false ? [] : await accessibilityProblems(page);
      const injected = await page.locator('main script, main img').count();
      if (overflow > 0 || violations.length > 0 || injected > 0) {
        found[path] = { overflow, violations, injected };
      }
    }
    expect({ found, problems }).toEqual({ found: {}, problems: [] });
  });

  it.each([true, false])(
    'search, narrow and open a message (script: %s)',
    async (javaScriptEnabled) => {
      const { page } = await watchedPage({ ...login, javaScriptEnabled });
      await page.goto(world.url);
      await page.getByRole('link', { name: /^Lamp 0/ }).waitFor();
      expect(await page.getByRole('link', { name: 'API' }).count()).toBe(1);
      expect(await page.locator('[aria-current=page]').textContent()).toBe('Sessions');
      await page.getByLabel('Text').fill('LAMP 7');
      await page.getByLabel('To', { exact: true }).fill('2026-02-01');
      await page.getByRole('textbox', { name: 'Project' }).fill("IT'S");
      await page.getByRole('button', { name: 'Search' }).click();
      const hits = page.locator('.hits li');
      // 7 and 70 to 79.
      await hits.nth(10).waitFor();
      expect(await hits.count()).toBe(11);
      expect(await page.locator('mark').first().textContent()).toBe('Lamp 7');
      const session = page.locator('.result');
      expect(await session.count()).toBe(1);
      expect(await session.locator('code').textContent()).toBe(
        `cd '/home/ada/it'\\''s' && claude --resume ${id}`,
      );
      await hits.filter({ hasText: 'Lamp 73' }).getByRole('link').click();
      const message = page.locator('.result:target');
      expect(await message.textContent()).toContain('Lamp 73');
      expect(await page.getByText('51 to 100 of 120').count()).toBe(1);
      await page.getByRole('link', { name: 'Later' }).click();
      await expect.poll(() => page.locator('.result').count()).toBe(20);
    },
  );
});
