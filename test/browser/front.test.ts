import { beforeAll, describe, expect, it } from 'vitest';
import { services, type ServiceName } from '#functions/manifest.ts';
import { serviceEntry } from '#functions/service-manifest.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { watchedPage } from '#test/support/browser/watched-page.ts';
import { logEntry } from '#test/support/logs/sample-logs.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

const beside = ['analysis', 'webhook', 'sessions', 'agent'] as const;

/** As `npm start` tells each service of the others; a link with their own addresses leads nowhere. */
const listed = (
  names: readonly ServiceName[],
  key: 'link' | 'inFront',
  worlds: ReadonlyMap<ServiceName, World> = new Map(),
) =>
  JSON.stringify(
    names.map((name) => ({
      ...serviceEntry(name, services[name]),
      ...{
        url: worlds.get(name)?.url ?? 'http://closed.invalid',
        [key]: services[name].inFront ?? '',
      },
    })),
  );

describe.runIf(chromePath)('all services at one address', () => {
  const worlds = new Map<ServiceName, World>();
  let front: World;
  beforeAll(async () => {
    for (const name of beside) {
      const others = beside.filter((other) => other !== name);
      const environment = {
        ...{ ENABLE_LOG_SERVER: 'true', SIDECAR_DISCOVERY: 'demand' },
        LANTERN_SERVICES: listed(['docs', ...others], 'inFront'),
      };
      worlds.set(name, await openWorld(onLocal, name, { environment }));
    }
    const environment = { LANTERN_SERVICES: listed(beside, 'link', worlds) };
    front = await openWorld(onLocal, 'docs', { environment });
    front.running[0]?.putInFrontOf(
      [...worlds].flatMap(([name, { running }]) =>
        running.map(({ listener }) => ({ path: services[name].inFront ?? '', service: listener })),
      ),
    );
    await addJob(world('analysis').platform, { id: 'job_a' });
    await world('webhook').platform.logs.append([logEntry('before', { hook_id: 'h1' })]);
    return async () => {
      for (const each of [front, ...worlds.values()]) await each.close();
    };
  });
  const world = (name: ServiceName) => worlds.get(name) as World;

  it('is walked by links alone', async () => {
    const { page, problems } = await watchedPage({ extraHTTPHeaders: asAdmin });
    await page.goto(`${front.url}/`);
    const labels = beside.map((name) => services[name].label);
    for (const [at, label] of labels.entries()) {
      await page.locator('.page-header button.page-service').click();
      await page.locator('#page-services').getByRole('link', { name: label }).click();
      await page.waitForURL(new RegExp(`${services[beside[at] as ServiceName].inFront}/`));
      await page.locator('h1').waitFor();
    }
    await page.keyboard.press('Control+k');
    await page.waitForURL(`${front.url}/search`);
    await page.goto(`${front.url}/analysis`);
    await page.locator('a[href="/analysis/results/job_a"]').first().click();
    await page.waitForURL(/\/analysis\/results\/job_a/);
    await page.locator('a.brand').click();
    await page.waitForURL(`${front.url}/analysis/`);
    expect(problems).toEqual([]);
  });

  it.each([
    ['on a wide page', 1280, true],
    ['on a narrow page', 375, true],
    ['without scripts', 375, false],
  ])('leads from the search to the form of a command %s', async (_what, width, isScripted) => {
    const extraHTTPHeaders = bearer(await addUser(front, `mona${width}${isScripted}`, 'user'));
    const options = { extraHTTPHeaders, javaScriptEnabled: isScripted };
    const { page, problems } = await watchedPage({ ...options, viewport: { width, height: 800 } });

    const search = async (words: string) => {
      await page.goto(`${front.url}/search`);
      await page.getByLabel('Search everything').fill(words);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\?q=/);
    };
    for (const [words, title, address, target] of [
      ['new project', 'Document a repository', '/#generate-title', '#generate-title'],
      ['key', 'Replace your API key', '/#replace-key', '#replace-key button'],
      ['failure report', 'Analyze a test report', '/analysis/#start-raw_xml', '#start-raw_xml'],
      ['check file', 'Check a configuration file', '/webhooks/logs/', '#check-file'],
      ['prompt', 'Try a prompt', '/agent/#try-title', '#try-title'],
    ] as const) {
      await search(words);
      await page
        .getByRole('region', { name: 'Commands' })
        .getByRole('link', { name: title })
        .click();
      await page.waitForURL(({ href }) => href.startsWith(`${front.url}${address}`));
      const place = page.locator(target);
      expect(await place.isVisible(), title).toBe(true);
    }
    await search('theme');
    const theme = page.getByRole('link', { name: 'Switch theme' });
    expect(await theme.isVisible()).toBe(isScripted);
    if (isScripted) {
      await theme.click();
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
      await expect.poll(focused).toBe('lantern-theme');
      expect(await page.getByRole('radio', { name: 'System' }).isVisible()).toBe(true);
    }
    expect(problems).toEqual([]);
  });

  it('follows the log, and leads to its deliveries', async () => {
    const { page, problems } = await watchedPage();
    await page.goto(`${front.url}/webhooks/logs`);
    await page.locator('.log-state').getByText('Live').waitFor();
    const time = { timestamp: '2026-03-01T11:59:59.000Z', hook_id: 'h2' };
    await world('webhook').platform.logs.append([logEntry('while it looks', time)]);
    const row = page.locator('.log-row', { hasText: 'while it looks' });
    await row.click();
    const delivery = page.locator('[data-part=delivery]').first();
    expect(await delivery.getAttribute('href')).toBe('/webhooks/logs/deliveries/h2');
    expect(problems).toEqual([]);
  });

  it('sends the requests of an interface below its path', async () => {
    const { page, problems } = await watchedPage();
    await page.goto(`${front.url}/analysis/api`);
    const request = page.locator('#get-health');
    await request.locator('summary', { hasText: 'Try it' }).click();
    await request.getByRole('button', { name: 'Send' }).click();
    await request.locator('[data-status]', { hasText: /^200 .*GET \/analysis\/health/ }).waitFor();
    expect(await page.locator('main').textContent()).toContain(`${front.url}/analysis/health`);
    expect(problems).toEqual([]);
  });
});
