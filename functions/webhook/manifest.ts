import { get, optional, post, remove } from '#functions/rows.ts';
import type { Service } from '#functions/service-manifest.ts';

const common = 'webhook/common.ts';
const configuration = 'webhook/configuration.ts';
const deliveries = 'webhook/deliveries.ts';
const deliveryPages = 'webhook/delivery-pages.ts';
const entries = 'logs/entries.ts';
const flows = 'logs/flows.ts';
const login = 'logs/login.ts';
const mcp = 'webhook/mcp.ts';
const pages = 'logs/pages.ts';
const reference = 'webhook/reference.ts';

export const webhook: Service = {
  title: 'Lantern webhook receiver and logs',
  label: 'Webhooks',
  purpose: 'Receives webhooks and keeps their log',
  inFront: '/webhooks',
  errorKey: 'detail',
  common,
  start: 'webhook/allowlist.ts',
  home: '/logs',
  hasConfiguration: true,
  listens: {
    host: { variable: 'WEBHOOK_SERVER_IP_BIND', initial: '0.0.0.0' },
    port: { variable: 'WEBHOOK_SERVER_PORT', initial: 5000 },
  },
  data: { variable: 'WEBHOOK_SERVER_DATA_DIR', initial: '/data', database: 'webhook.db' },
  laptop: {
    WEBHOOK_SERVER_IP_BIND: '127.0.0.1',
    WEBHOOK_SERVER_DATA_DIR: './data/webhook',
    ENABLE_LOG_SERVER: 'true',
  },
  anyHost: ['POST /webhook_server'],
  routes: [
    get('/webhook_server/healthcheck', common, 'health'),
    post('/webhook_server', 'webhook/receive.ts'),
    get('/static/{file}', common, 'asset'),
    get('/openapi.json', common, 'openapi'),
    get('/docs', reference, 'docs'),
    get('/redoc', reference, 'redoc'),
    get('/', pages, 'start'),
    get('/logs', pages, 'log'),
    post('/logs/retention', pages, 'retention'),
    get('/mcp', mcp),
    post('/mcp', mcp),
    remove('/mcp', mcp),
    get('/logs/login', login, 'show'),
    post('/logs/login', login, 'submit'),
    get('/logs/deliveries', deliveryPages, 'showList'),
    post('/logs/deliveries', deliveryPages, 'submitList'),
    get('/logs/deliveries/{id}', deliveryPages, 'show'),
    post('/logs/deliveries/{id}', deliveryPages, 'submit'),
    get('/logs/configuration', configuration, 'show'),
    post('/logs/configuration', configuration, 'submit'),
    get('/logs/pulls/{number}', pages, 'pull'),
    get('/logs/pulls/{owner}/{repo}/{number}', pages, 'pullOfRepository'),
    get('/logs/api/entries', entries, 'list'),
    get('/logs/api/export', entries, 'document'),
    get('/logs/api/export.ndjson', entries, 'lines'),
    get('/logs/api/around', entries, 'around'),
    get('/logs/api/histogram', entries, 'histogram'),
    get('/logs/api/pr-flow/{identifier}', flows, 'stages'),
    get('/logs/api/workflow-steps/{hook_id}', flows, 'steps'),
    get('/logs/api/step-logs/{hook_id}/{step_name+}', flows, 'stepLogs'),
    post('/logs/api/logout', login, 'logout'),
    get('/logs/api/deliveries', deliveries, 'list'),
    get('/logs/api/overview', 'webhook/overview.ts'),
    get('/logs/api/deliveries/{id}', deliveries, 'read'),
    post('/logs/api/deliveries/replay', deliveries, 'replayMany'),
    post('/logs/api/deliveries/{id}/replay', deliveries, 'replay'),
  ],
  jobs: [
    {
      queue: 'webhook-deliveries',
      file: 'webhook/process.job.ts',
      ordered: true,
      timeoutSeconds: 300,
      maxAttempts: 5,
      concurrency: 10,
      oldestSeconds: 300,
      runsOn: 'function',
    },
    {
      queue: 'webhook-evaluations',
      file: 'webhook/evaluate.job.ts',
      timeoutSeconds: 300,
      maxAttempts: 3,
      concurrency: 4,
      runsOn: 'function',
    },
    {
      queue: 'webhook-checks',
      file: 'webhook/check.job.ts',
      timeoutSeconds: 300,
      maxAttempts: 5,
      concurrency: 2,
      runsOn: 'function',
    },
  ],
  sockets: [{ path: '/logs/ws', file: 'logs/live.ts' }],
  schedules: [
    { name: 'logs-prune', everyMinutes: 5, file: 'logs/prune.ts' },
    { name: 'webhook-allowlist', everyMinutes: 60, file: 'webhook/allowlist.ts' },
    { name: 'webhook-sweep', everyMinutes: 60, file: 'webhook/sweep.ts' },
    { name: 'webhook-hooks', everyMinutes: 60, file: 'webhook/hooks.ts' },
    { name: 'webhook-alerts', everyMinutes: 10, file: 'webhook/alerts.ts' },
    { name: 'webhook-gaps', everyMinutes: 10, file: 'webhook/gaps.ts' },
  ],
  streams: [{ name: 'logs-push', file: 'logs/push.ts', feed: 'logs' }],
  logEngine: [
    entries,
    flows,
    pages,
    mcp,
    deliveries,
    deliveryPages,
    'logs/live.ts',
    'logs/push.ts',
    'logs/prune.ts',
    'webhook/alerts.ts',
    'webhook/overview.ts',
    'webhook/process.job.ts',
  ],
  secrets: optional(
    'LOGS_KEY',
    'SCM_TOKEN',
    'SCM_APP_PRIVATE_KEY',
    'WEBHOOK_SECRET',
    'SMTP_PASSWORD',
  ),
};
