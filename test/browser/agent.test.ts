import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQuestions } from '#core/agent/limits/permissions.ts';
import { openAgentWorld, type AgentWorld } from '#test/support/agent/agent-world.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';

const hostile = '<script>document.title = "x"</script><img src=x onerror=alert(1)>';
const key = 'the-key-of-the-agent';

describe.runIf(chromePath)('the pages of the agent service', () => {
  let world: AgentWorld;
  const login = { httpCredentials: { username: 'any', password: key } };
  const opened = async (look: BrowserContextOptions) => {
    const { page, problems } = await watchedPage({ ...login, ...look });
    await page.goto(world.url);
    return { page, problems };
  };

  beforeAll(async () => {
    const command = `echo '${hostile} ${'x'.repeat(300)}'`;
    const turns = [
      { tool: 'bash', input: { command } },
      { text: `Done. ${hostile} ${'x'.repeat(300)}` },
    ];
    world = await openAgentWorld(turns, { SIDECAR_KEY: key });
  });
  afterAll(() => world?.close());

  const looks: [string, number, BrowserContextOptions][] = [
    ['light', 1280, { colorScheme: 'light' }],
    ['dark', 375, { colorScheme: 'dark' }],
    ['without script', 375, { javaScriptEnabled: false }],
  ];
  it.each(looks)('try a prompt, ask, and fit (%s, %i px; S8)', async (_name, width, look) => {
    const { page, problems } = await opened({ ...look, viewport: { width, height: 800 } });
    const wrong: Record<string, unknown> = {};
    const check = async (name: string) => {
      const overflow = await page.evaluate(
        () => document.body.scrollWidth - document.body.clientWidth,
      );
      const violations = look.javaScriptEnabled === false ? [] : await accessibilityProblems(page);
      const injected = await page.locator('main script, main img').count();
      if (overflow > 0 || violations.length > 0 || injected > 0) {
        wrong[name] = { overflow, violations, injected };
      }
    };
    await check('sessions');
    await page.getByLabel('Prompt', { exact: true }).fill('Go');
    await page.getByLabel('Tools').selectOption('all');
    // The page waits for a question or an answer, by the world's clock.
    const send = page.getByRole('button', { name: 'Send' });
    await send.scrollIntoViewIfNeeded();
    const { x = 0, y = 0 } = (await send.boundingBox()) ?? {};
    const click = () => page.mouse.click(x + 9, y + 9);
    const sent = click();
    const { agents } = world.platform;
    await expect
      .poll(() => agents.busy().flatMap((id) => openQuestions(agents, id)))
      .toHaveLength(1);
    // It would pay for a second session.
    if (look.javaScriptEnabled !== false) await click();
    await expect
      .poll(async () => {
        await world.clock.advance(5_000);
        return page.url();
      })
      .toContain('/read/');
    await sent;
    await page.getByRole('heading', { name: 'Allow bash to run?' }).waitFor();
    await check('question');
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect.poll(() => agents.busy()).toEqual([]);
    await page.goto(page.url());
    await page.getByText('Done.').waitFor();
    await page.locator('summary').click();
    await check('answer');
    await page.getByRole('button', { name: 'Delete session' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No sessions yet').waitFor();
    expect({ wrong, problems }).toEqual({ wrong: {}, problems: [] });
  });
});
