import { alertsPage } from '#core/analysis/pages/alerts/alerts-page.ts';
import {
  dashboardPage as analysisDashboard,
  drawDashboard,
} from '#core/analysis/pages/dashboard/dashboard.ts';
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
import type { Job } from '#core/analysis/base/tables/job-tables.ts';
import { adminPage } from '#core/docs/pages/admin/admin.ts';
import { docsSite } from '#core/docs/pages/docs-site.ts';
import { dashboardPage } from '#core/docs/pages/dashboard/dashboard.ts';
import { generatePage } from '#core/docs/pages/generate/generate-form.ts';
import { projectPage } from '#core/docs/pages/project/project.ts';
import { sitesPage } from '#core/docs/pages/sites/sites.ts';
import { loginPage } from '#core/identity/pages/login.ts';
import { errorPage } from '#core/web/pages/error-page.ts';
import { secretPage } from '#core/web/pages/secret-page.ts';
import type { PageAssets } from '#core/web/page-assets.ts';
import { buildParams, failure } from '#test/support/analysis/analysis-jobs.ts';
import * as analysis from '#test/support/analysis/sample-analysis.ts';
import * as docs from '#test/support/analysis/sample-views.ts';

/** Draws a page. */
export type SamplePages = Readonly<Record<string, () => string>>;

function same<View>(view: View): View {
  return view;
}

/** 1,000 failures with names without any place to break, in 50 groups. */
function largeResult() {
  const names = Array.from(
    { length: 1_000 },
    (_, at) => `suite.${'very_long_'.repeat(12)}test${at}`,
  );
  const failures = names.map((name, at) => {
    const affected_tests = names.filter((_, other) => other % 50 === at % 50);
    const classification = at % 50 < 25 ? 'CODE ISSUE' : 'PRODUCT BUG';
    const detail = { affected_tests, details: `Group ${at % 50}`, artifacts_evidence: '' };
    const error = `${'x'.repeat(300)} ${at % 50}`;
    return failure(name, { error, classification, detail });
  });
  return { failures, child_job_analyses: [] };
}

/** The documentation's pages in their states, by a path. `of` may change what is drawn. */
export function docsPages(assets: PageAssets, kit: PageAssets, of = same): SamplePages {
  const user = { name: 'vic', role: 'viewer', logoutUrl: '/logout' };
  const dashboard = (changes: Parameters<typeof docs.sampleDashboard>[1]) => () =>
    dashboardPage(of(docs.sampleDashboard(assets, changes)));
  const project = (changes: Parameters<typeof docs.sampleProjectPage>[1]) => () =>
    projectPage(of(docs.sampleProjectPage(assets, changes)));
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
  const login = { assets: kit, service: 'Documentation', next: '/docs/a/' };
  const refused = { error: 'Invalid username or API key', username: 'ada', help: 'Ask ada.' };
  const failed = docs.sampleProject({ status: 'error', error: 'Clone failed' });
  const span = { from: 120_000, to: 1_750_000 };
  const estimate = {
    ...{ project: 'harbour', writer: 'Claude Code (sonnet)', pages: { from: 2, to: 6 } },
    ...{
      calls: { from: 3, to: 7 },
      input_tokens: span,
      output_tokens: { from: 6_000, to: 56_000 },
    },
    ...{ cost_usd: { from: 0.45, to: 6.09 }, max_cost: 2 },
    ...({ pages_by: 'files', usage_by: 'rule' } as const),
  };
  return {
    '/': dashboard({}),
    '/viewer': () => dashboardPage(of(reading)),
    '/empty': dashboard({ projects: [], services: [] }),
    '/estimate': () =>
      generatePage(of({ ...frame, navigation: [], user, generate: docs.sampleGenerate, estimate })),
    '/many': dashboard({ selection: select(docs.sampleProjects, error) }),
    '/no-match': dashboard({ projects: [], selection: missing }),
    '/project': project({}),
    '/failed-project': project({ project: failed }),
    '/admin': () => adminPage(of(docs.sampleAdmin(assets))),
    '/sites': () => sitesPage(of({ ...frame, user, sites })),
    '/public-sites': () => sitesPage(of({ ...frame, sites: [] })),
    '/key': () =>
      secretPage(
        of({ assets, user, navigation: [] }),
        of({ heading: 'API key created', ...secret, next }),
      ),
    '/none': () => errorPage(assets, of(none)),
    '/login': () => loginPage(of(login)),
    '/refused': () => loginPage(of({ ...login, ...refused })),
  };
}

/** The failure analysis's pages in their states, by a path. `of` may change what is drawn. */
export function analysisPages(assets: PageAssets, of = same): SamplePages {
  const noFailures = { failures: [], child_job_analyses: [] };
  const job =
    (sample: Parameters<typeof analysis.sampleJobPage>[1] = {}) =>
    () =>
      jobPage(of(analysis.sampleJobPage(assets, sample)));
  const unfinished = (changes: Partial<Job>) =>
    job({ job: { summary: '', ...changes }, result: noFailures });
  const log = (...phases: string[]) => phases.map((phase) => ({ phase, timestamp: 1 }));
  const dashboard =
    (...more: [entries?: typeof analysis.sampleEntries, query?: object]) =>
    () => {
      const view = of(analysis.sampleDashboard(assets, ...more));
      return analysisDashboard({ ...view, ...drawDashboard(view) });
    };
  const frame = analysis.sampleFrame(assets);
  const { start } = analysis.sampleDashboard(assets);
  const build = { job_name: 'shop', build_number: 'x', error: 'Enter a number, such as 12.' };
  const filed = { number: '7', url: 'https://code.example/7' };
  const nobody = { username: '', isAdmin: false, via: 'nothing' } as const;
  const caller = { ...frame.caller, isAdmin: true };
  const metadata = (changes: Parameters<typeof analysis.sampleMetadataPage>[1]) => () =>
    metadataPage(of(analysis.sampleMetadataPage(assets, changes)));
  const issue = (changes: Parameters<typeof analysis.sampleIssuePage>[1]) => () =>
    issuePage(of(analysis.sampleIssuePage(assets, changes)));
  const alerts = (caller?: Parameters<typeof analysis.sampleAlerts>[1]) => () =>
    alertsPage(of(analysis.sampleAlerts(assets, caller)));
  const settings = analysis.sampleSettings(assets);
  const admin = analysis.sampleAdmin(assets);
  const query = { q: 'cents', job: 'shop/nightly', class: 'PRODUCT BUG' };
  const waitingFor = { comment: 'x' };
  const values = { username: 'a b', role: 'user' };
  const ruleError = 'Rule 1: pattern cannot be read: missing ]';
  const waiting = {
    ...{ next_look: '2026-03-01T12:01:00.000Z', deadline: '2026-03-01T13:00:00.000Z', errors: 2 },
  };
  return {
    '/analysis': dashboard(),
    '/analysis-jobs': dashboard(analysis.sampleRuns),
    '/analysis-list': dashboard(undefined, { view: 'analyses' }),
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
    '/refused-build': () =>
      startPage(of({ ...frame, start: { ...start, value: '<a>', error: 'No.', build } })),
    '/history': () => historyPage(of({ ...frame, query, ...analysis.sampleSearch })),
    '/test': () => testPage(of({ ...frame, history: analysis.sampleTestHistory })),
    '/test-known': () =>
      testPage(of({ ...frame, history: analysis.sampleTestHistory, known: analysis.sampleKnown })),
    '/test-refused': () =>
      testPage(
        of({
          ...frame,
          history: analysis.sampleTestHistory,
          sent: { issue_url: 'x' },
          error: 'Why',
        }),
      ),
    '/register': () =>
      registerPage(of({ assets, username: 'a', next: '/', waiting: waitingFor, error: 'No.' })),
    '/feedback': () => feedbackPage(of({ ...frame, isEnabled: true, filed, error: 'No.' })),
    '/issue': issue({}),
    '/refused-issue': issue({ draft: undefined, error: 'No.' }),
    '/settings': () => settingsPage(of(settings)),
    '/refused-settings': () => settingsPage(of({ ...settings, error: 'No.' })),
    '/alerts': alerts(),
    '/no-name-alerts': alerts(nobody),
    '/metadata': metadata({}),
    '/rules': metadata({ caller }),
    '/refused-rules': metadata({ caller, draft: 'a: [', error: ruleError }),
    '/wrong-rules': metadata({ rules: { source: 'file', text: 'a: [', problem: ruleError } }),
    '/usage': () => usagePage(of(analysis.sampleUsage(assets))),
    '/analysis-admin': () => analysisAdmin(of(admin)),
    '/refused-admin': () =>
      analysisAdmin(of({ ...admin, refused: { values, error: 'No.', problem: 'Taken.' } })),
  };
}
