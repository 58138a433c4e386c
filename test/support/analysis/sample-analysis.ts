import { jobs, type Job } from '#core/analysis/base/tables/job-tables.ts';
import { evidenceLinks } from '#core/analysis/pages/job/view/evidence-links.ts';
import {
  numberedFailures,
  countClasses,
  groupsOf,
  selectGroups,
  type GroupQuery,
} from '#core/analysis/pages/job/view/groups.ts';
import type { IssuePageView } from '#core/analysis/pages/issue/issue-page.ts';
import type { JobPageView } from '#core/analysis/pages/job/view/job-view.ts';
import { navigation } from '#core/analysis/pages/analysis-site.ts';
import type { AnalysisDetail, Classification } from '#core/analysis/base/schema/detail.ts';
import type { PeerDebate } from '#core/analysis/base/schema/result.ts';
import type { StoredResult } from '#core/analysis/base/schema/stored-result.ts';
import type { KnownFailure } from '#core/analysis/base/schema/known-failure.ts';
import type {
  Comparison,
  Discussion,
  TestHistory,
  TrendDay,
} from '#core/analysis/base/schema/views.ts';
import type { Dashboard } from '#core/analysis/pages/dashboard/dashboard-view.ts';
import type { PageFrame } from '#core/analysis/pages/analysis-site.ts';
import type { StartView } from '#core/analysis/pages/dashboard/start-form.ts';
import { jobRows, weeksOf } from '#core/analysis/pages/dashboard/job-rows.ts';
import { selectEntries, type Wanted } from '#core/analysis/pages/dashboard/read-dashboard.ts';
import type { DashboardEntry } from '#core/analysis/results/list-dashboard.ts';
import type { AlertsView } from '#core/analysis/pages/alerts/alerts-page.ts';
import type { Metadata } from '#core/analysis/results/metadata/metadata.ts';
import type { MetadataView } from '#core/analysis/pages/metadata/metadata-page.ts';
import type { AdminView } from '#core/analysis/pages/admin/admin.ts';
import type { UsageView } from '#core/analysis/pages/usage/usage.ts';
import type { SettingsView } from '#core/analysis/pages/settings/settings.ts';
import type { HistoryView } from '#core/analysis/pages/history/history-page.ts';
import type { Caller } from '#core/identity/rules.ts';
import { childJob, failure, params } from './analysis-jobs.ts';
import type { PageAssets } from '#core/web/page-assets.ts';

const sampleNow = new Date('2026-03-01T12:00:00.000Z');

const sampleParams: Job['params'] = {
  ...params,
  tests_repo_url: 'https://github.com/example/shop-tests',
  additional_repos: [{ name: 'shop', url: 'https://github.com/example/shop', ref: '' }],
};

const samplePush: Job['reports_push'] = {
  ...{ at: '2026-03-01T11:50:00.000Z', username: 'ada', pushed: 5, launch_id: 317 },
  unmatched: { count: 24, names: ['cart.Total.rounds_to_cents', 'x'.repeat(200)] },
  errors: ['reports.example answered 429. Try again later.'],
};

export function sampleJob(changes: Partial<Job> = {}): Job {
  return jobs.parse({
    ...{ id: 'job_3f9a2c81d0e4b7a6', lease_until: '2026-03-01T12:00:00.000Z' },
    ...{ kind: 'build', status: 'completed', job_name: 'shop/nightly', build_number: 481 },
    ...{ created_at: '2026-03-01T11:20:00.000Z', completed_at: '2026-03-01T11:24:10.000Z' },
    ...{ analysis_started_at: '2026-03-01T11:20:04.000Z', created_by: 'ada', has_xml: true },
    ...{ ci_url: 'https://ci.example/job/shop/481', ai_provider: 'provider_a', ai_model: 'sonnet' },
    ...{ writer: null, repeats: null, build: null, waiting: null, folders: null },
    ...{
      sealed_params: null,
      child_job_count: 1,
      params: sampleParams,
      source: null,
      slowest: null,
    },
    ...{ progress_phase: 'saving', progress_log: [], error: null, xml_suite: null, digest: null },
    retried: {
      count: 1,
      tests: [{ test_name: 'cart.Total.waits_for_stock', error_message: 'Timeout after 5 s' }],
    },
    changes: {
      since: '#478',
      commits: Array.from({ length: 12 }, (_, at) => ({
        ...{ id: `${at}`.repeat(40).slice(0, 40), author: at % 3 === 0 ? 'grace' : 'ada' },
        message: at === 0 ? 'Round totals of the cart to the cent' : `Change number ${12 - at}`,
      })),
      files: ['src/price.ts', 'src/checkout.ts', 'docs/prices.md'],
      is_whole: false,
    },
    reports_push: samplePush,
    summary: '7 failure(s) analyzed (3 unique error type(s)).',
    findings: {
      unverified_quotes: 2,
      overrides_applied: [],
      notes: ['The repository shop could not be cloned: the branch was not found'],
    },
    ...changes,
  });
}

const debate: PeerDebate = {
  ...{ consensus_reached: true, rounds_used: 2, max_rounds: 3, ai_configs: [] },
  rounds: [
    voice(1, 'orchestrator', 'CODE ISSUE', 'The fixture returns a stale price.', null),
    voice(1, 'peer', 'PRODUCT BUG', 'The server rounds **before** it converts.', false),
    voice(2, 'orchestrator', 'PRODUCT BUG', 'Agreed: see `price.ts`.', null),
    voice(2, 'peer', 'PRODUCT BUG', 'Unchanged.', true),
  ],
};

function voice(
  round: number,
  role: 'orchestrator' | 'peer',
  classification: Classification,
  details: string,
  agrees: boolean | null,
) {
  const model = role === 'peer' ? 'gemini-pro' : 'sonnet';
  const provider = role === 'peer' ? 'provider_b' : 'provider_a';
  const who = { ai_provider: provider, ai_model: model, role };
  return { round, ...who, classification, details, agrees_with_orchestrator: agrees };
}

const priceTests = [
  'cart.Total.rounds_to_cents',
  'cart.Total.converts_currency',
  'cart.Invoice.sum',
];
const priceDetail: AnalysisDetail = {
  classification: 'PRODUCT BUG',
  affected_tests: priceTests,
  details:
    'The total is rounded **before** the currency is converted, so every cart with two currencies is off by one cent.\n\n- `roundToCents` is called in `price.ts`\n- the conversion comes after it',
  artifacts_evidence:
    'src/cart/total.spec.ts:42: expect(total).toBe(1999)\nshop/src/price.ts:118: return convert(roundToCents(sum), rate)\nerror message:1: expected 2000 to be 1999',
  product_bug_report: {
    title: 'Totals with two currencies are off by one cent',
    severity: 'high',
    component: 'Cart',
    description: 'Steps: put items of two currencies into a cart.\n\nExpected 19.99, shown 20.00.',
    evidence: 'shop/src/price.ts:118: return convert(roundToCents(sum), rate)',
    tracker_search_keywords: ['rounding'],
    tracker_matches: [
      {
        ...{ key: 'SHOP-311', summary: 'Wrong rounding', status: 'Open', priority: 'High' },
        ...{ url: 'https://tracker.example/SHOP-311', score: 0.8 },
      },
    ],
  },
};

const paying = ['checkout.pays_by_card', 'checkout.pays_by_invoice'];
const refused = 'connect ECONNREFUSED 10.0.3.7:5432';

export function sampleResult(): StoredResult {
  const price = {
    error: 'AssertionError: expected 2000 to be 1999',
    classification: priceDetail.classification,
    ...{ detail: priceDetail, peer_debate: debate },
  };
  const outage = {
    affected_tests: paying,
    details: 'The database of the test environment does not answer.',
    artifacts_evidence: `error message:1: ${refused}`,
  };
  const absent = childJob('shop/e2e/a-very-long-name-of-a-job-that-is-started-by-another', 4, []);
  return {
    failures: [
      ...priceTests.map((name) => failure(name, price)),
      failure('login.Session.expires_after_eight_hours_without_activity', {
        error: `TypeError: clock.tick is not a function\n${'    at login.spec.ts:17:9\n'.repeat(10)}`,
        detail: {
          artifacts_evidence: 'src/login.spec.ts:17: clock.tick(8 * hour)',
          code_fix: {
            file: 'src/login.spec.ts',
            line: '17',
            change: '-  clock.tick(8 * hour);\n+  await clock.advance(8 * hour);',
          },
        },
      }),
      failure('search.Index.is_empty', { error: '', classification: '' }),
    ],
    child_job_analyses: [
      childJob(
        'shop/e2e',
        77,
        paying.map((name) =>
          failure(name, { error: refused, classification: 'INFRASTRUCTURE', detail: outage }),
        ),
        [{ ...absent, ci_url: null, note: 'CI job shop/e2e/a-very-long-name #4 not found' }],
      ),
    ],
  };
}

export const sampleComparison: Comparison = {
  compared_with: 'job_0',
  new: [...priceTests],
  fixed: ['mail.Template.renders', 'mail.Template.escapes'],
  still_failing: ['search.Index.is_empty'],
  not_run: ['cart.Total.is_left_out'],
  known: [priceTests[0] ?? ''],
};

export const sampleDiscussion: Discussion = {
  comments: [
    {
      ...{ id: 1, job_id: 'job_3f9a2c81d0e4b7a6', test_name: priceTests[0] ?? '' },
      ...{ child_job_name: '', child_build_number: 0, error_signature: '' },
      comment: '@grace this is the change of last week, see the pull request.\nI revert it.',
      ...{ username: 'ada', created_at: '2026-03-01T11:40:00.000Z' },
    },
  ],
  reviews: {
    'search.Index.is_empty': {
      ...{ reviewed: true, username: 'grace', updated_at: '2026-03-01T11:50:00.000Z' },
    },
  },
};

export function sampleFrame(assets: PageAssets, changes: Partial<Caller> = {}) {
  const caller: Caller = { username: 'ada', role: 'user', isAdmin: false, via: 'name', ...changes };
  const user = caller.username === '' ? undefined : { name: caller.username, role: caller.role };
  return { assets, caller, user, navigation: navigation(caller), now: sampleNow };
}

interface SampleJobPage {
  readonly job?: Partial<Job>;
  readonly result?: StoredResult;
  readonly caller?: Partial<Caller>;
  readonly comparison?: Comparison;
  readonly discussion?: Discussion;
  readonly query?: GroupQuery;
}

export function sampleJobPage(assets: PageAssets, sample: SampleJobPage = {}): JobPageView {
  const {
    result = sampleResult(),
    comparison = sampleComparison,
    discussion = sampleDiscussion,
    query = {},
  } = sample;
  const frame = sampleFrame(assets, sample.caller);
  const failures = numberedFailures(result);
  const job = sampleJob(sample.job);
  const groups = groupsOf(failures, discussion, comparison, job);
  return {
    ...frame,
    job,
    programs: new Map(),
    counts: countClasses(groups),
    failures: failures.length,
    reviewed: Object.values(discussion.reviews).filter(({ reviewed }) => reviewed).length,
    selection: selectGroups(groups, query),
    comparison,
    children: result.child_job_analyses,
    link: evidenceLinks(job.params),
    ownerRules: [{ pattern: 'src/', owners: ['@shop/payments'] }],
    ...{ canPushReports: true, usage },
    canFileIssues: true,
    consoles: {},
    traces: [],
    issues: failures.slice(0, 1).map(({ failure, child_job_name, child_build_number }) => ({
      ...{ id: '0', job_id: job.id, test_name: failure.test_name, child_job_name },
      ...{ child_build_number, target: 'tracker', created_at: '', lease_until: '' },
      ...{ url: 'https://tracker.example/browse/SHOP-1', title: 'A bug', key: 'SHOP-1' },
      ...{ number: 0, comment_id: 0, is_linked: true, expires_at: null },
    })),
    username: frame.caller.username,
    address: `/results/${job.id}`,
  };
}

/** A draft for the tracker. */
export function sampleIssuePage(
  assets: PageAssets,
  changes: Partial<IssuePageView> = {},
): IssuePageView {
  const similar = ['To Do', 'Done'].map((status, at) => ({
    ...{ key: `SHOP-${at}`, title: `${'The cart '.repeat(20)} loses lines`, status },
    url: `https://tracker.example/browse/SHOP-${at}`,
  }));
  return {
    ...sampleFrame(assets),
    ...{ job: { id: 'job_1', name: 'team/nightly #5' }, group: 3, target: 'tracker' },
    ...{ test: `shop.${'very_long_'.repeat(12)}test`, targets: ['scm', 'tracker'] },
    links: { canAdd: true, wanted: true },
    draft: { title: 'The cart is empty', body: `It ${'loses '.repeat(90)}\n\n- lines`, similar },
    ...{ projects: [{ key: 'SHOP', name: 'The shop' }], project: 'SHOP' },
    ...{ levels: [{ id: '10000', name: 'Team' }], level: '' },
    ...changes,
  };
}

function sampleEntry(changes: Partial<DashboardEntry>): DashboardEntry {
  return {
    ...{ job_id: 'job_3f9a2c81d0e4b7a6', ci_url: '', status: 'completed', writer: null },
    ...{ created_at: '2026-03-01T11:20:00.000Z', completed_at: '2026-03-01T11:24:00.000Z' },
    ...{ analysis_started_at: '2026-03-01T11:20:04.000Z', reviewed_count: 1, comment_count: 2 },
    ...{ created_by: 'ada', ai_provider: 'provider_a', ai_model: 'sonnet', progress_phase: null },
    ...{ groups: 4, done_groups: 4, code_issues: 1, product_bugs: 3, infrastructure: 2 },
    ...{ unclassified: 1, failure_count: 7, job_name: 'shop/nightly', build_number: 481 },
    digest: null,
    ...changes,
  };
}

const noClasses = { code_issues: 0, product_bugs: 0, infrastructure: 0, unclassified: 0 };

/** One analysis in each state. */
export const sampleEntries: readonly DashboardEntry[] = [
  sampleEntry({
    ...{ job_id: 'job_1', status: 'running', progress_phase: 'analyzing_failures' },
    ...{ done_groups: 1, build_number: 482, created_at: '2026-03-01T11:58:00.000Z' },
    ...noClasses,
  }),
  sampleEntry({ job_id: 'job_2' }),
  sampleEntry({
    ...{ job_id: 'job_3', status: 'failed', job_name: 'mobile/a-very-long-name-of-a-pipeline' },
    ...{ error: 'CI job mobile #12 not found', build_number: 12, ...noClasses },
  }),
  sampleEntry({ job_id: 'job_4', reviewed_count: 7, created_by: '', build_number: 480 }),
];

const trend: readonly TrendDay[] = Array.from({ length: 14 }, (_, at) => ({
  day: `2026-02-${String(15 + at).padStart(2, '0')}`,
  analyses: at % 3,
  code_issues: (at * 7) % 5,
  product_bugs: at === 9 ? 14 : (at * 3) % 4,
  infrastructure: at % 6 === 0 ? 9 : 0,
  unclassified: at % 5 === 0 ? 1 : 0,
}));

/** Two jobs with more runs than a row shows, and one whose analysis failed. */
export const sampleRuns: readonly DashboardEntry[] = [
  ...Array.from({ length: 24 }, (_, at) => {
    const failures = [3, 0, 1, 1, 0, 0, 2][at % 7] ?? 0;
    const classes = { ...noClasses, [at % 2 === 0 ? 'product_bugs' : 'code_issues']: failures };
    const compared = { compared_with: 'job_0', new: failures > 1 ? 1 : 0, fixed: 1 };
    const retried = at % 5 === 0 ? 2 : 0;
    const top_error =
      failures > 0 ? 'AssertionError: expected 3 to equal 4 in the total of the cart' : '';
    return sampleEntry({
      ...{ job_id: `job_r${at}`, build_number: 500 - at, failure_count: failures, ...classes },
      created_at: new Date(Date.UTC(2026, 2, 1, 11) - at * 40_000_000).toISOString(),
      digest: {
        ...{ ...compared, still_failing: Math.max(0, failures - 1) },
        ...{ passed: 1_204, retried, top_error },
      },
    });
  }),
  ...sampleEntries.map((entry) => ({
    ...entry,
    job_name: 'mobile/a-very-long-name-of-a-pipeline',
  })),
];

const sampleMetadata = new Map<string, Metadata>([
  [
    'shop/nightly',
    { team: 'shop', tier: '1', version: '4.21', labels: ['nightly', 'x'.repeat(100)] },
  ],
]);

export function sampleMetadataPage(
  assets: PageAssets,
  changes: Partial<MetadataView> = {},
): MetadataView {
  const jobs = [...sampleMetadata].map(([job_name, metadata]) => ({
    ...{ job_name, ...metadata, labels: [...metadata.labels], matched_rules: [1, 2] },
  }));
  const text = "- pattern: 'shop/*'\n  team: shop\n";
  return { ...sampleFrame(assets), rules: { source: 'page', text }, jobs, ...changes };
}

const slowest = [
  {
    test_name: 'checkout.pays with a saved card',
    job_name: 'shop/nightly',
    seconds: 184.2,
    before: 61,
  },
  { test_name: 'search.finds everything', job_name: 'mobile', seconds: 40.5, before: null },
  { test_name: 'cart.total', job_name: 'shop/nightly', seconds: 3.25, before: 3.2 },
];

export function sampleDashboard(
  assets: PageAssets,
  all: readonly DashboardEntry[] = sampleEntries,
  wanted: Wanted = {},
): Dashboard & PageFrame & { readonly start: StartView } {
  const { entries, matching, selection } = selectEntries(all, wanted, sampleMetadata);
  return {
    ...sampleFrame(assets),
    entries,
    selection,
    rows: selection.listing === 'jobs' ? jobRows(matching) : [],
    weeks: weeksOf(matching, new Date('2026-03-01T12:00:00Z'), 8),
    jobs: ['mobile', 'shop/nightly'],
    metadata: sampleMetadata,
    slowest: all.length > 0 ? slowest : [],
    trend: all.length > 0 ? trend : [],
    flaky: [
      {
        ...{ test_name: 'search.Index.updates_while_reading_from_two_threads', changes: 5 },
        ...{ job_name: 'shop/nightly', last_seen: '2026-03-01T11:20:00.000Z' },
      },
    ],
    start: {
      baseUrl: 'http://127.0.0.1:8001',
      writer: { name: 'offline analyst', isOffline: true },
      ci: 'ci.example',
    },
  };
}

export const sampleTestHistory: TestHistory = {
  ...{ test_name: 'cart.Total.rounds_to_cents', total_runs: 24, failures: 9, failure_rate: 0.375 },
  ...{ first_seen: '2026-02-10T11:20:00.000Z', last_seen: '2026-03-01T11:20:00.000Z' },
  last_classification: 'PRODUCT BUG',
  classifications: { 'PRODUCT BUG': 6, 'CODE ISSUE': 2, INFRASTRUCTURE: 1, '': 0 },
  recent_runs: Array.from({ length: 24 }, (_, at) => ({
    ...{ job_id: `job_${at}`, job_name: 'shop/nightly', build_number: 481 - at },
    analyzed_at: '2026-02-20T11:20:00.000Z',
    failed: at % 3 !== 1,
    classification: at % 4 === 0 ? 'CODE ISSUE' : 'PRODUCT BUG',
    error_signature: String(at),
  })),
  comments: sampleDiscussion.comments,
  ...{ consecutive_failures: 1, flaky: true },
  flaky_rule: 'it failed and did not fail at least three times in its last 20 runs',
};

export const sampleSearch: Pick<HistoryView, 'baseUrl' | 'found' | 'set' | 'page' | 'pages'> = {
  baseUrl: 'http://127.0.0.1:8001',
  found: {
    total: 240,
    failures: priceTests.map((test_name, at) => ({
      ...{ id: String(at), job_id: 'job_2', job_name: 'shop/nightly', build_number: 481 },
      ...{ test_name, child_job_name: '', child_build_number: 0, error_signature: '' },
      error_message: 'AssertionError: expected 2000 to be 1999',
      classification: 'PRODUCT BUG',
      analyzed_at: '2026-02-20T11:20:00.000Z',
    })),
  },
  set: {
    total: 1,
    classifications: [
      {
        ...{ id: 1, test_name: priceTests[0] ?? '', job_name: 'shop/nightly', parent_job_name: '' },
        ...{ classification: 'FLAKY', reason: 'Depends on the clock', references_info: '' },
        ...{ created_by: 'grace', job_id: 'job_2', child_build_number: 0 },
        created_at: '2026-02-20T11:20:00.000Z',
      },
    ],
  },
  ...{ page: 2, pages: 5 },
};

export function sampleSettings(assets: PageAssets): SettingsView {
  return {
    ...sampleFrame(assets),
    tokens: { scm_token: '****abcd', tracker_email: '', tracker_token: '****' },
    accepted: 'tracker',
    server: [
      {
        title: 'Models',
        rows: [
          ['Provider', 'provider_a'],
          ['Peers', 'provider_b:gemini-pro,provider_c:a-model-with-a-long-name'],
        ],
      },
      {
        title: 'Repositories',
        rows: [
          ['Tests', 'https://code.example/a-long-group-name/another-long-group/tests at main'],
        ],
      },
    ],
  };
}

export function sampleAdmin(assets: PageAssets): AdminView {
  const user = { createdAt: '2026-02-01T11:20:00.000Z', lastSeen: null, isSelf: false };
  return {
    ...sampleFrame(assets, { username: 'admin', role: 'admin', isAdmin: true, via: 'session' }),
    users: [
      { ...user, username: 'grace', role: 'user', lastSeen: '2026-03-01T11:20:00.000Z' },
      { ...user, username: 'a-username-of-fifty-characters-which-is-the-most-ok', role: 'admin' },
    ],
  };
}

export function sampleAlerts(
  assets: PageAssets,
  caller: Partial<Caller> = { username: 'ada', role: 'admin', isAdmin: true, via: 'session' },
): AlertsView {
  const at = '2026-03-01T11:20:00.000Z';
  return {
    ...sampleFrame(assets, caller),
    mentions: {
      mentions: [
        {
          ...{ id: 7, job_id: 'job_1', child_job_name: '', child_build_number: 0 },
          test_name: `shop.${'a_long_name_'.repeat(12)}test`,
          comment: `@ada: ${'x'.repeat(300)} <b>`,
          ...{ username: 'grace', created_at: at, read: false },
        },
      ],
      unread: 1,
    },
    devices: [
      {
        ...{ id: 'a1', label: 'Firefox on Linux', created_at: at },
        ...{ owner: '', name: '', endpoint: '', p256dh: '', auth: '' },
      },
    ],
    channels: {
      chat: true,
      mail: false,
      browsers: 1,
      news: [
        {
          reader: 'payments',
          name: 'payments',
          isDaily: false,
          kind: 'mail',
          target: 'pay@x.example',
        },
      ],
    },
    lastAlerts: [
      {
        event: 'job_failed',
        work: 'w',
        reason: `Internal ${'y'.repeat(200)}`,
        sent_at: at,
        version: 1,
      },
    ],
    ...{ tested: 'Chat', error: 'E-mail: the mail server refused.' },
  };
}

const usage = { calls: 12, input_tokens: 1_204_000, output_tokens: 90_100, cost_usd: 0.412 };

export function sampleUsage(assets: PageAssets): UsageView {
  const days = Array.from({ length: 30 }, (_, at) => ({
    ...{ day: `2026-02-${String(at + 1).padStart(2, '0')}`, tokens: at * 1_234 },
  }));
  return {
    ...sampleFrame(assets, { username: 'admin', role: 'admin', isAdmin: true, via: 'session' }),
    query: { start_date: '2026-02-01', end_date: '2026-03-02', group_by: 'job' },
    usage: { totals: usage, breakdown: [{ group: `job_${'a'.repeat(36)}`, ...usage }] },
    days,
  };
}

export const sampleKnown: KnownFailure = {
  ...{ test_name: 'cart.Total.rounds_to_cents', until: '2026-04-01', username: 'ada' },
  issue_url: `https://code.example/shop/issues/${'7'.repeat(60)}`,
  ...{ reason: 'The supplier mends it <soon>', created_at: '2026-03-01T11:20:00.000Z' },
};
