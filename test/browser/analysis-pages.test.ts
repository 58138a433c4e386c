import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisSite } from '#core/analysis/pages/analysis-site.ts';
import { alertsPage } from '#core/analysis/pages/alerts/alerts-page.ts';
import { dashboardPage } from '#core/analysis/pages/dashboard/dashboard.ts';
import { feedbackPage } from '#core/analysis/pages/feedback/feedback-page.ts';
import { startPage } from '#core/analysis/pages/dashboard/start-page.ts';
import { historyPage } from '#core/analysis/pages/history/history-page.ts';
import { testPage } from '#core/analysis/pages/test/test-page.ts';
import { issuePage } from '#core/analysis/pages/issue/issue-page.ts';
import { jobPage } from '#core/analysis/pages/job/job-page.ts';
import { metadataPage } from '#core/analysis/pages/metadata/metadata-page.ts';
import { adminPage } from '#core/analysis/pages/admin/admin.ts';
import { registerPage } from '#core/analysis/pages/register/register.ts';
import { settingsPage } from '#core/analysis/pages/settings/settings.ts';
import { usagePage } from '#core/analysis/pages/usage/usage.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';
import { buildParams } from '#test/support/analysis-jobs.ts';
import { chromePath, launchBrowser } from '#test/support/browser.ts';
import { isComplete } from '#test/support/level.ts';
import { type PageServer, pageServer } from '#test/support/page-server.ts';
import {
  sampleAdmin,
  sampleAlerts,
  sampleDashboard,
  sampleFailure,
  sampleFrame,
  sampleIssuePage,
  sampleJobPage,
  sampleMetadataPage,
  sampleSearch,
  sampleSettings,
  sampleTestHistory,
  sampleUsage,
} from '#test/support/sample-analysis.ts';
import { accessibilityProblems, watchedPage } from '#test/support/watched-page.ts';

const noFailures = { failures: [], child_job_analyses: [] };

/** 1,000 failures with names without any place to break, in 50 groups. */
function largeResult() {
  const names = Array.from(
    { length: 1_000 },
    (_, at) => `suite.${'very_long_'.repeat(12)}test${at}`,
  );
  const failures = names.map((name, at) => {
    const affected_tests = names.filter((_, other) => other % 50 === at % 50);
    const details = `Group ${at % 50}`;
    return sampleFailure(name, `${'x'.repeat(300)} ${at % 50}`, {
      ...{ classification: at % 50 < 25 ? 'CODE ISSUE' : 'PRODUCT BUG', affected_tests, details },
    });
  });
  return { failures, child_job_analyses: [] };
}

describe.runIf(chromePath)('the pages of the failure analysis', () => {
  let browser: Browser;
  let server: PageServer;
  let large: string;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), pageServer()]);
    const { routes } = server;
    const assets = await server.assetsWith(analysisSite.files);
    const show = (path: string, document: string) => routes.set(path, () => document);
    show('/', dashboardPage(sampleDashboard(assets)));
    show('/empty', dashboardPage(sampleDashboard(assets, [])));
    show('/nothing', dashboardPage(sampleDashboard(assets, undefined, { q: 'nowhere' })));
    show('/job', jobPage(sampleJobPage(assets)));
    show('/no-name', jobPage(sampleJobPage(assets, { caller: { username: '', via: 'nothing' } })));
    show('/no-match', jobPage(sampleJobPage(assets, { query: { q: 'nowhere' } })));
    const offline = { writer: 'offline analyst', kind: 'direct', job_name: '' } as const;
    show('/offline', jobPage(sampleJobPage(assets, { job: offline, query: { group: '3' } })));
    large = jobPage(sampleJobPage(assets, { result: largeResult() }));
    show('/large', large);
    const running = { status: 'running', groups: 5, done_groups: 2, summary: '' } as const;
    const progress_log = ['analyzing', 'peer_review_round_1'].map((phase) => ({
      ...{ phase, timestamp: 1 },
    }));
    const progress = { ...running, progress_log, progress_phase: 'peer_review_round_1' };
    show('/running', jobPage(sampleJobPage(assets, { job: progress, result: noFailures })));
    const waiting: Partial<Job> = {
      ...{ status: 'waiting', summary: '', progress_phase: 'waiting_for_ci', build: buildParams },
      progress_log: [{ phase: 'waiting_for_ci', timestamp: 1 }],
      waiting: {
        ...{ next_look: '2026-03-01T12:01:00.000Z', deadline: '2026-03-01T13:00:00.000Z' },
        errors: 2,
      },
    };
    show('/waiting', jobPage(sampleJobPage(assets, { job: waiting, result: noFailures })));
    const { start } = sampleDashboard(assets);
    const build = { job_name: 'shop', build_number: 'x', error: 'Enter a number, such as 12.' };
    show('/refused', startPage({ ...sampleFrame(assets), start: { ...start, build } }));
    const failed = { status: 'failed', error: 'CI job shop #4 not found', summary: '' } as const;
    show('/failed', jobPage(sampleJobPage(assets, { job: failed, result: noFailures })));
    show('/history', historyPage({ ...sampleFrame(assets), query: {}, ...sampleSearch }));
    show('/test', testPage({ ...sampleFrame(assets), history: sampleTestHistory }));
    show('/register', registerPage({ assets, next: '/', waiting: { comment: 'x' }, error: 'No.' }));
    const filed = { number: '7', url: 'https://code.example/7' };
    show(
      '/feedback',
      feedbackPage({ ...sampleFrame(assets), isEnabled: true, filed, error: 'No.' }),
    );
    show('/issue', issuePage(sampleIssuePage(assets)));
    show('/issue-refused', issuePage(sampleIssuePage(assets, { draft: undefined, error: 'No.' })));
    show('/settings', settingsPage(sampleSettings(assets)));
    show('/alerts', alertsPage(sampleAlerts(assets)));
    const nobody = { username: '', isAdmin: false, via: 'nothing' } as const;
    show('/no-name-alerts', alertsPage(sampleAlerts(assets, nobody)));
    show('/metadata', metadataPage(sampleMetadataPage(assets)));
    const admin = { ...sampleFrame(assets).caller, isAdmin: true };
    show('/rules', metadataPage(sampleMetadataPage(assets, { caller: admin })));
    const refused = {
      caller: admin,
      draft: 'a: [',
      error: 'Rule 1: pattern cannot be read: missing ]',
    };
    show('/refused-rules', metadataPage(sampleMetadataPage(assets, refused)));
    show('/usage', usagePage(sampleUsage(assets)));
    show('/admin', adminPage(sampleAdmin(assets)));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const widths = [1280, 375, 320];
  type Look = [name: string, widths: number[], options: BrowserContextOptions];
  const few: Look[] = [
    ['light', [1280], { colorScheme: 'light' }],
    ['dark', [375], { colorScheme: 'dark' }],
  ];
  const all: Look[] = [
    ['light', widths, { colorScheme: 'light' }],
    ['dark', widths, { colorScheme: 'dark' }],
    ['forced colours', widths, { forcedColors: 'active' }],
    ['no script', [320], { javaScriptEnabled: false }],
  ];

  describe.each(isComplete ? all : few)('%s', (_, shown, options) => {
    it.each(shown)('are accessible, fit and stay silent at %i px', async (width) => {
      const { page, problems, close } = await watchedPage(browser, {
        ...options,
        viewport: { width, height: 800 },
      });
      const found: Record<string, unknown> = {};
      for (const path of server.routes.keys()) {
        await page.goto(server.url + path);
        const overflow = await page.evaluate(
          () => document.body.scrollWidth - document.body.clientWidth,
        );
        // An inline box is painted in pieces, behind what follows it.
        const broken = await page.evaluate(() =>
          [...document.querySelectorAll('.card')]
            .filter((card) => getComputedStyle(card).display === 'inline')
            .map(({ localName }) => localName),
        );
        if (broken.length > 0) found[`${path} has inline cards`] = broken;
        if (overflow > 0) found[`${path} is too wide by`] = overflow;
        const violations =
          options.javaScriptEnabled === false ? [] : await accessibilityProblems(page);
        if (violations.length > 0) found[path] = violations;
      }
      await close();
      expect({ found, problems }).toEqual({ found: {}, problems: [] });
    });
  });

  it('are accessible with everything unfolded', async () => {
    const { page, close } = await watchedPage(browser);
    for (const path of ['/job', '/', '/settings']) {
      await page.goto(server.url + path);
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true;
      });
      expect({ path, found: await accessibilityProblems(page) }).toEqual({ path, found: [] });
      const ids = await page.evaluate(() =>
        [...document.querySelectorAll('[id]')].map(({ id }) => id),
      );
      expect({ path, ids }).toEqual({ path, ids: [...new Set(ids)] });
    }
    await close();
  });

  const controls = ['/', '/job', '/history', '/usage', '/alerts', '/issue', '/feedback', '/rules'];

  it('have controls of at least 24 px', async () => {
    const { page, close } = await watchedPage(browser, { viewport: { width: 320, height: 800 } });
    const small: string[] = [];
    for (const path of controls) {
      await page.goto(server.url + path);
      small.push(
        ...(await page.evaluate(() =>
          [
            ...document.querySelectorAll(
              'button, input:not([type=hidden], [type=file]), summary, a.button, a.filter',
            ),
          ]
            .filter((element) => element.checkVisibility())
            .map((element) =>
              element.matches('[type=checkbox]') ? element.parentElement : element,
            )
            .map((element) => ({ box: element?.getBoundingClientRect(), html: element?.outerHTML }))
            .filter(({ box }) => box && (box.width < 24 || box.height < 24))
            .map(({ html }) => html ?? ''),
        )),
      );
    }
    expect(small).toEqual([]);
    await close();
  });

  it('stay usable with 1,000 failures: pages of 25 groups with few of their tests', async () => {
    const { page, close } = await watchedPage(browser);
    await page.goto(`${server.url}/large`);
    expect(await page.locator('article').count()).toBe(25);
    expect(await page.locator('article').first().getByText('20 tests').count()).toBeGreaterThan(0);
    expect(await page.getByText('Page 1 of 2').count()).toBe(1);
    expect(await page.locator('details.group-body[open]').count()).toBe(3);
    // What it takes over a slow line, before compression.
    expect(large.length).toBeLessThan(700_000);
    await close();
  });

  it('have the numbers of the chart in a table', async () => {
    const { page, close } = await watchedPage(browser);
    await page.goto(server.url);
    await page.getByText('The numbers').click();
    const table = page.getByRole('table', { name: 'Failures by day and class' });
    expect(await table.getByRole('row').filter({ hasText: '2026-02-24' }).innerText()).toMatch(
      /2026-02-24\s+14\s+3\s+0\s+0/,
    );
    await close();
  });
});
