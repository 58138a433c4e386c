import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisSite } from '#core/analysis/pages/analysis-site.ts';
import { alertsPage } from '#core/analysis/pages/alerts/alerts-page.ts';
import { dashboardPage as analysisDashboard } from '#core/analysis/pages/dashboard/dashboard.ts';
import { feedbackPage } from '#core/analysis/pages/feedback/feedback-page.ts';
import { startPage } from '#core/analysis/pages/dashboard/start-form.ts';
import { historyPage } from '#core/analysis/pages/history/history-page.ts';
import { testPage } from '#core/analysis/pages/test/test-page.ts';
import { issuePage } from '#core/analysis/pages/issue/issue-page.ts';
import { jobPage } from '#core/analysis/pages/job/job-page.ts';
import { metadataPage } from '#core/analysis/pages/metadata/metadata-page.ts';
import { adminPage as analysisAdmin } from '#core/analysis/pages/admin/admin.ts';
import { registerPage } from '#core/analysis/pages/register/register.ts';
import { settingsPage } from '#core/analysis/pages/settings/settings.ts';
import { usagePage } from '#core/analysis/pages/usage/usage.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';
import { adminPage } from '#core/docs/pages/admin/admin.ts';
import { docsSite } from '#core/docs/pages/docs-site.ts';
import { dashboardPage } from '#core/docs/pages/dashboard/dashboard.ts';
import { projectPage } from '#core/docs/pages/project/project.ts';
import { sitesPage } from '#core/docs/pages/sites/sites.ts';
import { loginPage } from '#core/identity/pages/login.ts';
import { errorPage } from '#core/web/pages/error-page.ts';
import { secretPage } from '#core/web/pages/secret-page.ts';
import type { PageAssets } from '#core/web/page-assets.ts';
import { buildParams } from '#test/support/analysis/analysis-jobs.ts';
import * as analysis from '#test/support/analysis/sample-analysis.ts';
import * as docs from '#test/support/analysis/sample-views.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';
import { type PageServer, pageServer } from '#test/support/http/page-server.ts';

/** 1,000 failures with names without any place to break, in 50 groups. */
function largeResult() {
  const names = Array.from(
    { length: 1_000 },
    (_, at) => `suite.${'very_long_'.repeat(12)}test${at}`,
  );
  const failures = names.map((name, at) => {
    const affected_tests = names.filter((_, other) => other % 50 === at % 50);
    const classification = at % 50 < 25 ? 'CODE ISSUE' : 'PRODUCT BUG';
    const detail = { classification, affected_tests, details: `Group ${at % 50}` } as const;
    return analysis.sampleFailure(name, `${'x'.repeat(300)} ${at % 50}`, detail);
  });
  return { failures, child_job_analyses: [] };
}

/** The documentation's pages in their states. */
function docsPages(assets: PageAssets, kit: PageAssets): Record<string, string> {
  const user = { name: 'vic', role: 'viewer', logoutUrl: '/logout' };
  const dashboard = (changes: Parameters<typeof docs.sampleDashboard>[1]) =>
    dashboardPage(docs.sampleDashboard(assets, changes));
  const { generate: _generate, ...reading } = docs.sampleDashboard(assets, {
    ...{ user, isAdmin: false },
  });
  const select = (projects: typeof docs.sampleProjects, changes: object) =>
    docs.sampleSelection(projects, changes);
  const error = { text: 'a', standing: 'error', all: 512, matching: 240, pages: 3, page: 2 };
  const missing = select([], { text: 'nowhere', all: 512 });
  const generatedAt = '2026-03-01T09:30:00.000Z';
  const site = { name: 'lantern', isOnly: true, isOwn: true, generatedAt, owner: 'ada' };
  const sites = [site, { ...site, owner: 'grace', isOwn: false, isOnly: false }];
  const frame = { assets, isAdmin: true, now: new Date() };
  const secret = { owner: 'g'.repeat(50), what: 'the key', secret: `app_${'k'.repeat(43)}` };
  const next = { url: '/', label: 'Back' };
  const { home, sentences } = docsSite;
  const none = { status: 404, code: 'no_file', message: 'File not found', ways: [home], sentences };
  const login = { assets: kit, service: 'Documentation' };
  const refused = { error: 'Invalid username or API key', username: 'ada' };
  return {
    '/': dashboard({}),
    '/viewer': dashboardPage(reading),
    '/empty': dashboard({ projects: [], services: [] }),
    '/many': dashboard({ selection: select(docs.sampleProjects, error) }),
    '/no-match': dashboard({ projects: [], selection: missing }),
    '/project': projectPage(docs.sampleProjectPage(assets)),
    '/admin': adminPage(docs.sampleAdmin(assets)),
    '/sites': sitesPage({ ...frame, user, sites }),
    '/public-sites': sitesPage({ ...frame, sites: [] }),
    '/key': secretPage(
      { assets, user, navigation: [] },
      { heading: 'API key created', ...secret, next },
    ),
    '/none': errorPage(assets, none),
    '/login': loginPage({ ...login, next: '/docs/a/' }),
    '/refused': loginPage({ ...login, ...refused }),
  };
}

/** The failure analysis's pages in their states. */
function analysisPages(assets: PageAssets): Record<string, string> {
  const noFailures = { failures: [], child_job_analyses: [] };
  const job = (sample: Parameters<typeof analysis.sampleJobPage>[1] = {}) =>
    jobPage(analysis.sampleJobPage(assets, sample));
  const unfinished = (changes: Partial<Job>) =>
    job({ job: { summary: '', ...changes }, result: noFailures });
  const log = (...phases: string[]) => phases.map((phase) => ({ phase, timestamp: 1 }));
  const dashboard = (...more: [entries?: typeof analysis.sampleEntries, query?: object]) =>
    analysisDashboard(analysis.sampleDashboard(assets, ...more));
  const frame = analysis.sampleFrame(assets);
  const { start } = analysis.sampleDashboard(assets);
  const build = { job_name: 'shop', build_number: 'x', error: 'Enter a number, such as 12.' };
  const filed = { number: '7', url: 'https://code.example/7' };
  const nobody = { username: '', isAdmin: false, via: 'nothing' } as const;
  const caller = { ...frame.caller, isAdmin: true };
  const metadata = (changes: Parameters<typeof analysis.sampleMetadataPage>[1]) =>
    metadataPage(analysis.sampleMetadataPage(assets, changes));
  const ruleError = 'Rule 1: pattern cannot be read: missing ]';
  const waiting = {
    ...{ next_look: '2026-03-01T12:01:00.000Z', deadline: '2026-03-01T13:00:00.000Z', errors: 2 },
  };
  return {
    '/analysis': dashboard(),
    '/analysis-empty': dashboard([]),
    '/nothing': dashboard(undefined, { q: 'nowhere' }),
    '/job': job(),
    '/no-name': job({ caller: { username: '', via: 'nothing' } }),
    '/no-group': job({ query: { q: 'nowhere' } }),
    '/offline': job({
      job: { writer: 'offline analyst', kind: 'direct', job_name: '' },
      query: { group: '3' },
    }),
    '/large': job({ result: largeResult() }),
    '/running': unfinished({
      ...{ status: 'running', groups: 5, done_groups: 2, progress_phase: 'peer_review_round_1' },
      progress_log: log('analyzing', 'peer_review_round_1'),
    }),
    '/waiting': unfinished({
      ...{ status: 'waiting', progress_phase: 'waiting_for_ci', build: buildParams, waiting },
      progress_log: log('waiting_for_ci'),
    }),
    '/failed': unfinished({ status: 'failed', error: 'CI job shop #4 not found' }),
    '/refused-build': startPage({ ...frame, start: { ...start, build } }),
    '/history': historyPage({ ...frame, query: {}, ...analysis.sampleSearch }),
    '/test': testPage({ ...frame, history: analysis.sampleTestHistory }),
    '/register': registerPage({ assets, next: '/', waiting: { comment: 'x' }, error: 'No.' }),
    '/feedback': feedbackPage({ ...frame, isEnabled: true, filed, error: 'No.' }),
    '/issue': issuePage(analysis.sampleIssuePage(assets)),
    '/refused-issue': issuePage(
      analysis.sampleIssuePage(assets, { draft: undefined, error: 'No.' }),
    ),
    '/settings': settingsPage(analysis.sampleSettings(assets)),
    '/alerts': alertsPage(analysis.sampleAlerts(assets)),
    '/no-name-alerts': alertsPage(analysis.sampleAlerts(assets, nobody)),
    '/metadata': metadata({}),
    '/rules': metadata({ caller }),
    '/refused-rules': metadata({ caller, draft: 'a: [', error: ruleError }),
    '/usage': usagePage(analysis.sampleUsage(assets)),
    '/analysis-admin': analysisAdmin(analysis.sampleAdmin(assets)),
  };
}

// Every state of a page; the pages as the services show them are in every-page.test.ts.
describe.runIf(chromePath)('pages in all their states', () => {
  let server: PageServer;
  let documents: Record<string, string>;

  beforeAll(async () => {
    server = await pageServer();
    documents = {
      ...docsPages(await server.assetsWith(docsSite.files), server.assets),
      ...analysisPages(await server.assetsWith(analysisSite.files)),
    };
    for (const [path, document] of Object.entries(documents))
      server.routes.set(path, () => document);
  });
  afterAll(() => server?.close());

  async function open(path: string, options: BrowserContextOptions = {}) {
    const watched = await watchedPage(options);
    await watched.page.goto(server.url + path);
    return watched;
  }

  it.each<[width: number, options: BrowserContextOptions]>([
    [1280, { colorScheme: 'light' }],
    [375, { colorScheme: 'dark' }],
    [320, { forcedColors: 'active' }],
    [320, { javaScriptEnabled: false }],
  ])('are accessible, fit and stay silent (%i px, %o)', async (width, look) => {
    const options = { ...look, viewport: { width, height: 800 } };
    const { page, problems } = await watchedPage(options);
    const wrong: Record<string, unknown> = {};
    for (const path of Object.keys(documents)) {
      await page.goto(server.url + path);
      // An inline box is painted in pieces, behind what follows it.
      const [overflow, inlineCards] = await page.evaluate(() => [
        document.body.scrollWidth - document.body.clientWidth,
        [...document.querySelectorAll('.card')].filter(
          (card) => getComputedStyle(card).display === 'inline',
        ).length,
      ]);
      const violations = look.javaScriptEnabled === false ? [] : await accessibilityProblems(page);
      if (overflow || inlineCards || violations.length > 0)
        wrong[path] = { overflow, inlineCards, violations };
    }
    expect({ wrong, problems }).toEqual({ wrong: {}, problems: [] });
  });

  it('are accessible with everything unfolded', async () => {
    const { page } = await watchedPage();
    for (const path of ['/job', '/analysis', '/settings']) {
      await page.goto(server.url + path);
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true;
      });
      const ids = await page.evaluate(() =>
        [...document.querySelectorAll('[id]')].map(({ id }) => id),
      );
      const violations = await accessibilityProblems(page);
      expect([path, violations, ids]).toEqual([path, [], [...new Set(ids)]]);
    }
  });

  it('are accessible with the dialog open, a message shown and a filter set', async () => {
    const { page, problems } = await open('/admin');
    await page.getByLabel('Filter users').fill('grace');
    await page.evaluate(() =>
      document.dispatchEvent(
        new CustomEvent('lantern:announce', { detail: { text: 'Saved.', tone: 'good' } }),
      ),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${server.url}/`);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each([
    ...['/', '/analysis', '/job', '/history', '/usage', '/alerts', '/issue', '/feedback', '/rules'],
  ])('%s has controls of at least 24 px', async (path) => {
    const { page } = await open(path, { viewport: { width: 320, height: 800 } });
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'button, input:not([type=hidden], [type=file]), summary, a.button, a.filter',
        ),
      ]
        .filter((element) => element.checkVisibility())
        // A tick is pressed through its label.
        .map((element) => (element.matches('[type=checkbox]') ? element.parentElement : element))
        .map((element) => ({ box: element?.getBoundingClientRect(), html: element?.outerHTML }))
        .filter(({ box }) => box && (box.width < 24 || box.height < 24))
        .map(({ html }) => html),
    );
    expect(small).toEqual([]);
  });

  it('are walked by keyboard in reading order, starting with the skip link', async () => {
    const { page } = await open('/');
    const labels: string[] = [];
    const bare: string[] = [];
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press('Tab');
      const [label, html] = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement & { labels?: NodeList };
        const shown = element.matches('[type=radio]') ? element.closest('label') : element;
        const { outlineStyle, outlineWidth } = getComputedStyle(shown ?? element);
        const isShown = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
        const text = element.labels?.[0]?.textContent ?? element.textContent;
        return [
          text.replace(/\s+/g, ' ').trim(),
          isShown || element === document.body ? '' : element.outerHTML,
        ];
      });
      labels.push(label ?? '');
      if (html) bare.push(html);
    }
    expect(labels.slice(0, 11)).toEqual([
      ...['Skip to content', 'Lantern', 'Projects', 'Docs', 'Admin', 'API', 'System', 'Sign out'],
      ...['Repository URL or local folder', 'Generate', 'More options'],
    ]);
    // Where the focus is, is seen on every control.
    expect(bare).toEqual([]);
  });

  it('skip to the content', async () => {
    const { page } = await open('/');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  it('stay usable with 1,000 failures: pages of 25 groups with few of their tests', async () => {
    const { page } = await open('/large');
    expect(await page.locator('article').count()).toBe(25);
    expect(await page.locator('article').first().getByText('20 tests').count()).toBeGreaterThan(0);
    expect(await page.getByText('Page 1 of 2').count()).toBe(1);
    expect(await page.locator('details.group-body[open]').count()).toBe(3);
    // What it takes over a slow line, before compression.
    expect(documents['/large']?.length).toBeLessThan(700_000);
  });

  it('have the numbers of the chart in a table', async () => {
    const { page } = await open('/analysis');
    await page.getByText('The numbers').click();
    const table = page.getByRole('table', { name: 'Failures by day and class' });
    const row = table.getByRole('row').filter({ hasText: '2026-02-24' });
    expect(await row.innerText()).toMatch(/2026-02-24\s+14\s+3\s+0\s+0/);
  });
});
