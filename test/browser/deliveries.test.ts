import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { addDelivery, unprocessed, waiting } from '#test/support/webhook/delivery-rows.ts';
import { logEntry, sampleRecords, summary } from '#test/support/logs/sample-logs.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

const body = JSON.stringify({ action: 'opened', pull_request: { title: 'A lamp' } });

describe.runIf(chromePath)('the pages of deliveries', () => {
  let world: World;
  const key = 'the key of the deliveries';
  const environment = { ENABLE_LOG_SERVER: 'true', LOGS_KEY: key };

  beforeAll(async () => {
    const service = await unprocessed();
    world = await openWorld(onLocal, service, { environment });
    const { platform } = world;
    await platform.logs.append([
      ...sampleRecords,
      summary({ hook_id: 'old', token_spend: null, workflow_steps: {} }),
      // A running delivery: its first step has started.
      logEntry('labels started', {
        ...{ hook_id: 'now', level: 'STEP', timestamp: '2026-03-01T11:59:59.000Z' },
        ...{ event_type: 'push', repository: 'team/lamp' },
        ...{ task_id: 'labels', task_type: 'workflow_step', task_status: 'started' },
      }),
    ]);
    await addDelivery(platform, { id: 'd1', state: 'partial', body });
    await addDelivery(platform, {
      id: 'd2',
      state: 'failed',
      error: 'boom',
      event: 'push',
      action: null,
    });
    await addDelivery(platform, { id: 'd3', state: 'failed', event: 'status', pr_number: null });
    const replay = { origin: 'replay', replay_of: 'd1', is_dry_run: true } as const;
    await addDelivery(platform, { id: 'del_1', ...replay });
  });
  afterAll(() => world?.close());

  /** As a person who has the key, from this machine too. */
  const signed = { extraHTTPHeaders: { authorization: `Bearer ${key}` } };

  async function opened(path: string, options: BrowserContextOptions = {}) {
    const watched = await watchedPage({ ...signed, ...options });
    await watched.page.goto(`${world.url}${path}`);
    return watched;
  }

  const looks: [string, number, BrowserContextOptions][] = [
    ['light', 1280, { colorScheme: 'light' }],
    ['dark', 375, { colorScheme: 'dark', reducedMotion: 'reduce' }],
    ['forced colours', 1280, { forcedColors: 'active' }],
    ['without script', 375, { javaScriptEnabled: false }],
  ];
  it.each(looks)('are accessible, fit and stay silent (%s, %i px)', async (_, width, look) => {
    const { page, problems } = await opened('/logs/deliveries', {
      ...look,
      viewport: { width, height: 800 },
    });
    const found: Record<string, unknown> = {};
    for (const path of [
      ...['/logs/deliveries', '/logs/deliveries?state=failed', '/logs/deliveries?event=none'],
      ...[
        '/logs/deliveries/d1',
        '/logs/deliveries/now',
        '/logs/deliveries/old',
        '/logs/deliveries/del_new',
      ],
      ...['/logs/pulls/7', '/logs/deliveries?replayed=2&failed=1'],
    ]) {
      await page.goto(world.url + path);
      const overflow = await page.evaluate(
        () => document.body.scrollWidth - document.body.clientWidth,
      );
      const violations = look.javaScriptEnabled === false ? [] : await accessibilityProblems(page);
      if (overflow > 0 || violations.length > 0) found[path] = { overflow, violations };
    }
    expect({ found, problems }).toEqual({ found: {}, problems: [] });
  });

  it('show the flow of a delivery: outcome, steps, errors and the lines of a step', async () => {
    const { page } = await opened('/logs/deliveries/d1');
    const facts = (await page.locator('.page-heading + .log-facts').textContent())?.replace(
      /\s+/g,
      ' ',
    );
    expect(facts).toMatch(/Hook ID d1 Steps 2 Total duration 4\.0 s Token spend 5 calls/);
    const steps = page.locator('.flow-step');
    expect(await steps.nth(1).textContent()).toMatch(
      /merge\s+failed\s+took 500 ms.*Error: no merge/s,
    );
    await steps.nth(1).getByText('Traceback').click();
    await steps.nth(1).getByText('at x').waitFor();
    await steps.nth(0).getByText('Log lines').click();
    await steps.nth(0).getByText('SUCCESS   Labels ADDED').waitFor();
    await page.goto(`${world.url}/logs/deliveries/old`);
    await page.getByText('N/A (older webhook)').waitFor();
  });

  it('follow a running delivery to its end without a reload', async () => {
    const { page } = await opened('/logs/deliveries/now');
    await page.getByText('In progress', { exact: true }).waitFor();
    await page.evaluate(() => (document.body.dataset['same'] = 'yes'));
    const { workflow_steps: steps } = summary();
    await world.platform.logs.append([
      summary({
        ...{ hook_id: 'now', workflow_steps: { ...steps, last: steps['labels']! } },
        timing: {
          ...{ started_at: '2026-03-01T11:59:58.000Z', duration_ms: 2_500 },
          completed_at: '2026-03-01T12:00:00.500Z',
        },
      }),
    ]);
    await page.getByText('Success', { exact: true }).waitFor();
    expect(await page.locator('.flow-step').count()).toBe(3);
    expect(await page.evaluate(() => document.body.dataset['same'])).toBe('yes');
  });

  it('inspect what was received, and replay it after a question', async () => {
    const { page, problems } = await opened('/logs/deliveries/d1');
    expect(await page.locator('.log-text').last().textContent()).toBe(
      JSON.stringify(JSON.parse(body), null, 2),
    );
    await page.getByText('Headers').click();
    await page.getByText('x-github-event').waitFor();
    await page.getByRole('heading', { name: 'Replays' }).waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await waiting(world.platform)).toEqual([]);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replay' }).click();
    await page.waitForURL(/\/logs\/deliveries\/del_/);
    await page.getByText('Waiting to be processed').waitFor();
    await page.goto(`${world.url}/logs/deliveries/d1`);
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.waitForURL(/\/logs\/deliveries\/del_/);
    const queued = await waiting(world.platform);
    expect(queued.map(({ replay_of: of, is_dry_run: isDry }) => [of, isDry])).toEqual([
      ['d1', false],
      ['d1', true],
    ]);
    expect(problems).toEqual([]);
  });
});
