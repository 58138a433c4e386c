import type { AdminView } from '#core/docs/pages/admin/admin.ts';
import { variantName } from '#core/docs/variant.ts';
import type { DashboardView } from '#core/docs/pages/dashboard/dashboard.ts';
import type { ShownRun } from '#core/docs/pages/project/history-table.ts';
import type { ProjectPageView } from '#core/docs/pages/project/project.ts';
import type { PageFrame, ProjectView, Selection } from '#core/docs/pages/views.ts';
import type { PageAssets } from '#core/web/page-assets.ts';

export const sampleNow = new Date('2026-03-01T12:00:00.000Z');

function frame(assets: PageAssets): PageFrame {
  const user = { name: 'ada', role: 'admin', logoutUrl: '/logout' };
  return { assets, navigation: [], user, isAdmin: true, now: sampleNow };
}

export function sampleProject(changes: Partial<ProjectView> = {}): ProjectView {
  return {
    name: 'lantern',
    owner: 'ada',
    isOwn: true,
    mayWrite: true,
    status: 'ready',
    repository: 'https://github.com/example/lantern',
    branch: null,
    provider: 'provider_a',
    model: 'sonnet',
    nextWriter: 'Claude Code (sonnet)',
    commit: '3f9a2c81d0e4b7a65f1c2d3e4f5a6b7c8d9e0f1a',
    generatedAt: '2026-03-01T09:30:00.000Z',
    pages: 24,
    errorPages: 0,
    error: null,
    ...changes,
  };
}

/** One project in each state. */
export const sampleProjects: readonly ProjectView[] = [
  sampleProject({
    name: 'payments-gateway',
    repository: 'https://github.com/example/payments-gateway',
    branch: 'release/2026-03',
    status: 'generating',
    commit: null,
    generatedAt: null,
    running: {
      stage: 'generating_pages',
      done: 7,
      total: 20,
      page: 'How a refund finds its payment',
      seconds: 134,
      used: { input_tokens: 182_000, output_tokens: 400, cost_usd: 0.4127 },
    },
  }),
  sampleProject(),
  sampleProject({
    name: 'mobile-app',
    repository: 'git@code.example:apps/mobile-app',
    status: 'error',
    generatedAt: '2026-02-24T09:30:00.000Z',
    error: 'Clone failed: the remote end hung up unexpectedly',
  }),
  sampleProject({
    name: 'search',
    owner: 'grace',
    isOwn: false,
    mayWrite: false,
    errorPages: 2,
    repository: 'https://github.com/example/search',
    generatedAt: '2026-02-12T09:30:00.000Z',
  }),
  sampleProject({ name: 'planner', status: 'generating' }),
];

export function sampleSelection(
  projects: readonly ProjectView[],
  changes: Partial<Selection> = {},
): Selection {
  const of = (status: string) => projects.filter((project) => project.status === status).length;
  const counts = { generating: of('generating'), ready: of('ready'), gaps: 0, error: of('error') };
  const all = projects.length;
  return {
    ...{ text: '', state: undefined, counts, all, matching: all, page: 1, pages: 1, from: 1 },
    ...changes,
  };
}

export const sampleGenerate = {
  takesPaths: true,
  writer: { name: 'Claude Code (sonnet)', isOffline: false },
  providers: [
    { value: 'provider_a', label: 'Claude Code' },
    { value: 'provider_b', label: 'Gemini CLI' },
  ],
};

const services: readonly (readonly [
  name: string,
  purpose: string,
  url: string,
  health: 'up' | 'down',
  milliseconds?: number,
])[] = [
  ['Documentation', 'Writes and serves a site for each repository', '/', 'up', 2],
  ['Failure analysis', 'Says why a build failed', 'http://127.0.0.1:8001', 'up', 11],
  ['Webhooks', 'Receives deliveries and keeps their logs', 'http://127.0.0.1:5000', 'up', 4],
  ['Sessions', 'Searches what agents did and said', '', 'down'],
  ['Agent', 'Runs coding agents behind one interface', '', 'down'],
];

const sampleOverviews: DashboardView['overviews'] = [
  {
    ...{ name: 'Documentation', base: '' },
    answer: {
      recent: [{ at: '2026-02-28T09:00:00.000Z', text: 'harbour: 20 pages', path: '/projects/a' }],
      needs: [{ text: '1 project failed', path: '/?status=error' }],
      steps: [{ text: 'Generate a site', isDone: true, path: '/' }],
    },
  },
  {
    ...{ name: 'Agent', base: 'http://127.0.0.1:9100' },
    answer: {
      recent: [{ at: '2026-02-28T10:00:00.000Z', text: 'Session of a model', state: 'running' }],
      needs: [],
      steps: [{ text: 'Name a model', isDone: false }],
    },
  },
  {
    ...{ name: 'Webhooks', base: 'http://127.0.0.1:5000', answer: 'refused' },
    home: 'http://127.0.0.1:5000/logs',
  },
];

/** The dashboard as `npm start` shows it, with one service down and one not checked yet. */
export function sampleDashboard(
  assets: PageAssets,
  changes: Partial<DashboardView> = {},
): DashboardView {
  return {
    ...frame(assets),
    baseUrl: 'http://127.0.0.1:8000',
    projects: sampleProjects,
    selection: sampleSelection(changes.projects ?? sampleProjects),
    hasKey: true,
    generate: sampleGenerate,
    overviews: sampleOverviews,
    services: services.map(([name, purpose, url, health, milliseconds]) => ({
      ...{ name, purpose, ...(url !== '' && { url }), health },
      healthUrl: `${url || 'http://127.0.0.1:9100'}/health`,
      ...(milliseconds !== undefined && { milliseconds }),
    })),
    ...changes,
  };
}

export function sampleProjectPage(
  assets: PageAssets,
  changes: Partial<ProjectPageView> = {},
): ProjectPageView {
  const run: ShownRun = {
    ...{ id: 'gen_2', status: 'ready', error_pages: 0, error_message: null },
    ...{ started_at: '2026-03-01T09:26:00.000Z', ended_at: '2026-03-01T09:30:05.000Z' },
    commit_sha: '3f9a2c81d0e4b7a65f1c2d3e4f5a6b7c8d9e0f1a',
    ...{ pages: 24, reused_pages: 19, input_tokens: 91_000, output_tokens: 200, cost_usd: 1.2 },
    ...{ ai_provider: 'claude', ai_model: 'sonnet', writer: 'Claude Code (sonnet)' },
  };
  const entry = (slug: string, title: string) => ({ slug, title, description: `About ${title}.` });
  return {
    ...frame(assets),
    project: sampleProject({ errorPages: 1 }),
    variants: [null, 'v1.2', 'feature/login'].map((branch) => ({
      ...{ name: branch === null ? 'lantern' : variantName('lantern', branch), branch },
      ...{ owner: 'admin', isOwn: true, status: 'ready', errorPages: 0 },
      generatedAt: '2026-03-01T09:30:05.000Z',
    })),
    plan: {
      project_name: 'lantern',
      tagline: 'The services that live around a code repository',
      navigation: [
        { group: 'Begin', pages: [entry('overview', 'Overview'), entry('install', 'Installing')] },
        { group: 'Use', pages: [entry('settings', 'Settings'), entry('commands', 'Commands')] },
      ],
    },
    failedPages: new Map([['commands', 'Claude Code timed out after 60 minutes']]),
    history: [
      run,
      {
        ...{ ...run, id: 'gen_1', status: 'error', error_message: 'Clone failed: no' },
        ...{ input_tokens: null, output_tokens: null, cost_usd: null },
      },
    ],
    writer: 'Claude Code (sonnet)',
    used: run,
    baseUrl: 'http://127.0.0.1:8000',
    writing: [],
    answers: [
      { slug: 'commands', yes: 2, no: 7 },
      { slug: 'install', yes: 41, no: 0 },
    ],
    generate: sampleGenerate,
    checks: {
      commit: '3f9a2c81d0e4b7a65f1c2d3e4f5a6b7c8d9e0f1a',
      report: {
        pages: [
          {
            slug: 'overview',
            title: 'Overview',
            result: 'written',
            reason: null,
            removed_citations: 3,
          },
        ],
        names: {
          ...{ checked: 43, found: 41 },
          missing: [{ page: 'installing', name: 'lantern start --twice', kind: 'flag' }],
        },
        ...{ citations: 61, removed_citations: 3, dead_links: [] },
        diagrams: { drawn: 2, failed: [] },
      },
    },
    access: { guests: ['grace'], candidates: ['linus', 'margaret'] },
    ...changes,
  };
}

export function sampleAdmin(assets: PageAssets, changes: Partial<AdminView> = {}): AdminView {
  const user = (username: string, role: string, isSelf = false) => ({
    username,
    role,
    isSelf,
    createdAt: '2026-02-01T09:00:00.000Z',
  });
  return {
    ...frame(assets),
    users: [user('linus', 'viewer'), user('grace', 'user'), user('ada', 'admin', true)],
    projects: sampleProjects.map(({ name, owner, isOwn }, at) => ({
      name,
      owner,
      isOwn,
      guests: at === 1 ? ['grace', 'linus'] : [],
    })),
    ...changes,
  };
}
