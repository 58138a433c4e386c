// The table of contents: every way into every service, as data. The local gateway, the rollout,
// the OpenAPI documents and the authorization tests all read it; nothing is wired by hand.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  readonly method: Method;
  /** `{name}` is one segment, `{name+}` the rest of the path. HEAD comes with GET. */
  readonly path: string;
  /** A file in functions/ that exports `handler`. */
  readonly file: string;
  /** A POST that may take longer than API Gateway waits: the file exports `streamed` as well, which
   * answers under a function URL in the cloud. */
  readonly stream?: true;
}

export interface QueueJob {
  readonly queue: string;
  /** Exports `handler` and, for `<queue>-dead`, `dead`. */
  readonly file: string;
  readonly timeoutSeconds: number;
  readonly maxAttempts: number;
  /** Messages in work at once; in the cloud functions take at least 2, and a task more may start
   * while others are counted. */
  readonly concurrency: number;
  /** Where it runs in the cloud: the worker image carries git and the AI command lines. */
  readonly runsOn: 'function' | 'worker';
}

export interface Socket {
  readonly path: string;
  /** Exports `connect`, `message` and `disconnect`. */
  readonly file: string;
}

export interface Schedule {
  readonly name: string;
  readonly everyMinutes: number;
  /** Exports `handler`. */
  readonly file: string;
}

export interface Secret {
  /** The variable that the service reads. */
  readonly name: string;
  /** The service can do without. */
  readonly isOptional?: true;
  /** For what runs in the worker image alone. */
  readonly isForWorker?: true;
}

export interface Service {
  /** The name of the text in an error body. */
  readonly errorKey: 'detail' | 'error';
  /** Exports `hosting`, which reads where and how the service listens, or refuses to start. */
  readonly hosting: string;
  /** Where it says that it answers; one of the routes. */
  readonly health: string;
  /** Routes besides `health`, such as `POST /hook`, that answer whatever name they are called by:
   * a tunnel or proxy in front of a loopback address passes its own on. */
  readonly anyHost?: readonly string[];
  readonly routes: readonly Route[];
  /** Answers what no route matches. */
  readonly fallback: string;
  readonly jobs: readonly QueueJob[];
  readonly sockets: readonly Socket[];
  readonly schedules: readonly Schedule[];
  /** Kept by the rollout, which hands each service its own. */
  readonly secrets?: readonly Secret[];
  /** Variables that the rollout sets; a stage may add to them. */
  readonly variables?: Readonly<Record<string, string>>;
  /** People open its pages: in the cloud they come through the CDN. */
  readonly isRouted?: true;
  /** Only says that it is healthy so far: people are not shown it. */
  readonly isPlanned?: true;
  /** In the cloud a container, which runs all day: made only where a stage wants it. */
  readonly isContainer?: true;
}

/**
 * How often a queue may deliver before it gives a message up by itself. job() counts runs and
 * gives up first; a delivery is also spent when the work is still leased to a dead worker (one
 * for each run at most) or handed back by a host that stops.
 */
export function deliveries(maxAttempts: number): number {
  return 2 * maxAttempts + 10;
}

export type ServiceName = 'docs' | 'analysis' | 'webhook' | 'sessions' | 'agent';

const get = (path: string, file: string): Route => ({ method: 'GET', path, file });
const post = (path: string, file: string): Route => ({ method: 'POST', path, file });
const needed = (name: string): Secret => ({ name });
const optional = (name: string): Secret => ({ name, isOptional: true });
/** What signs the AI command lines in; core/ai/providers.ts says which reads which. */
const modelKeys: readonly Secret[] = [
  ...['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'AWS_BEARER_TOKEN_BEDROCK'],
  ...['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'CURSOR_API_KEY'],
].map((name) => ({ name, isOptional: true, isForWorker: true }));
/** Logins for private repositories, which are cloned where the steps run. */
const gitTokens: Secret = { name: 'GIT_TOKENS', isOptional: true, isForWorker: true };
const remove = (path: string, file: string): Route => ({ method: 'DELETE', path, file });

/** A step of long work, with all the time that a function may have. */
const onWorker = (queue: string, file: string, concurrency: number): QueueJob => {
  return { queue, file, timeoutSeconds: 900, maxAttempts: 3, concurrency, runsOn: 'worker' };
};

export const services: Readonly<Record<ServiceName, Service>> = {
  docs: {
    errorKey: 'detail',
    isRouted: true,
    hosting: 'docs/hosting.ts',
    health: '/health',
    fallback: 'docs/fallback.ts',
    routes: [
      get('/', 'docs/home.ts'),
      get('/health', 'docs/health.ts'),
      get('/openapi.json', 'docs/openapi.ts'),
      get('/assets/{file}', 'docs/asset.ts'),
      get('/login', 'docs/login-page.ts'),
      post('/login', 'docs/login-form.ts'),
      get('/logout', 'docs/logout-page.ts'),
      post('/api/auth/login', 'docs/login.ts'),
      post('/api/auth/logout', 'docs/logout.ts'),
      get('/api/auth/me', 'docs/me.ts'),
      post('/api/me/rotate-key', 'docs/rotate-own-key.ts'),
      get('/api/admin/users', 'docs/list-users.ts'),
      post('/api/admin/users', 'docs/create-user.ts'),
      remove('/api/admin/users/{username}', 'docs/delete-user.ts'),
      post('/api/admin/users/{username}/rotate-key', 'docs/rotate-key.ts'),
      post('/api/generate', 'docs/generate.ts'),
      post('/api/projects/{name}/abort', 'docs/abort.ts'),
      get('/api/status', 'docs/list-projects.ts'),
      get('/api/projects', 'docs/list-projects.ts'),
      get('/api/projects/{name}', 'docs/read-project.ts'),
      remove('/api/projects/{name}', 'docs/delete-project.ts'),
      get('/api/projects/{name}/download', 'docs/download.ts'),
      get('/api/projects/{name}/progress', 'docs/progress.ts'),
      get('/api/projects/{name}/generations', 'docs/list-generations.ts'),
      post('/api/admin/projects/{name}/access', 'docs/grant-access.ts'),
      get('/api/admin/projects/{name}/access', 'docs/list-access.ts'),
      remove('/api/admin/projects/{name}/access/{username}', 'docs/revoke-access.ts'),
      // One row for project and file: no route of an HTTP API may end in a slash.
      get('/docs', 'docs/sites.ts'),
      get('/docs/{path+}', 'docs/site-file.ts'),
      get('/admin', 'docs/admin-page.ts'),
      get('/projects/{name}', 'docs/project-page.ts'),
      post('/projects', 'docs/generate-form.ts'),
      post('/projects/{name}/abort', 'docs/abort-form.ts'),
      post('/projects/{name}/delete', 'docs/delete-form.ts'),
      post('/admin', 'docs/admin-form.ts'),
      post('/key', 'docs/own-key-form.ts'),
    ],
    jobs: [
      onWorker('docs-plan', 'docs/plan.job.ts', 4),
      onWorker('docs-page', 'docs/page.job.ts', 10),
      onWorker('docs-render', 'docs/render.job.ts', 2),
    ],
    sockets: [],
    schedules: [
      { name: 'docs-revive', everyMinutes: 5, file: 'docs/revive.ts' },
      { name: 'docs-sweep', everyMinutes: 60, file: 'docs/sweep.ts' },
    ],
    secrets: [needed('ADMIN_KEY'), gitTokens, ...modelKeys],
  },
  analysis: {
    isPlanned: true,
    errorKey: 'detail',
    isRouted: true,
    hosting: 'analysis/hosting.ts',
    health: '/health',
    fallback: 'analysis/fallback.ts',
    routes: [
      get('/health', 'analysis/health.ts'),
      get('/openapi.json', 'analysis/openapi.ts'),
      get('/assets/{file}', 'analysis/asset.ts'),
      get('/login', 'analysis/login-page.ts'),
      post('/login', 'analysis/login-form.ts'),
      post('/api/auth/login', 'analysis/login.ts'),
      post('/api/auth/logout', 'analysis/logout.ts'),
      get('/api/auth/me', 'analysis/me.ts'),
    ],
    jobs: [],
    sockets: [],
    schedules: [{ name: 'analysis-sweep', everyMinutes: 60, file: 'analysis/sweep.ts' }],
    secrets: [
      needed('ADMIN_KEY'),
      // A laptop makes a key file when this is unset; functions share no file.
      needed('APP_ENCRYPTION_KEY'),
      ...[
        ...['CI_PASSWORD', 'TESTS_REPO_TOKEN', 'SCM_TOKEN', 'TRACKER_API_TOKEN', 'TRACKER_PAT'],
        ...['REPORTS_API_TOKEN', 'SMTP_PASSWORD', 'VAPID_PRIVATE_KEY'],
      ].map(optional),
      ...modelKeys,
    ],
  },
  webhook: {
    isPlanned: true,
    errorKey: 'detail',
    hosting: 'webhook/hosting.ts',
    health: '/webhook_server/healthcheck',
    anyHost: ['POST /webhook_server'],
    fallback: 'webhook/fallback.ts',
    routes: [get('/webhook_server/healthcheck', 'webhook/healthcheck.ts')],
    jobs: [],
    sockets: [],
    schedules: [],
    secrets: [needed('LOGS_KEY'), optional('SCM_TOKEN'), ...modelKeys],
  },
  sessions: {
    isPlanned: true,
    errorKey: 'detail',
    hosting: 'sessions/hosting.ts',
    health: '/health',
    fallback: 'sessions/fallback.ts',
    routes: [get('/health', 'sessions/health.ts')],
    jobs: [],
    sockets: [],
    schedules: [],
    secrets: [needed('SESSIONINFO_KEY')],
    variables: { SESSIONINFO_HOST: '0.0.0.0' },
  },
  agent: {
    isPlanned: true,
    errorKey: 'error',
    hosting: 'agent/hosting.ts',
    health: '/health',
    fallback: 'agent/fallback.ts',
    routes: [get('/health', 'agent/health.ts')],
    jobs: [],
    sockets: [],
    schedules: [],
    secrets: [needed('SIDECAR_KEY'), ...modelKeys],
    variables: { SIDECAR_HOST: '0.0.0.0' },
    isContainer: true,
  },
};
