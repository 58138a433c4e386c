import { get, optional, post, remove } from '../rows.ts';
import type { Service } from '../service-manifest.ts';

const common = 'webhook/common.ts';

export const webhook: Service = {
  title: 'Lantern webhook receiver and logs',
  purpose: 'Receives webhooks and keeps their log',
  errorKey: 'detail',
  common,
  start: 'webhook/start.ts',
  home: '/logs',
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
    get('/logs', 'logs/logs-page.ts'),
    get('/mcp', 'webhook/mcp.ts'),
    post('/mcp', 'webhook/mcp.ts'),
    remove('/mcp', 'webhook/mcp.ts'),
    get('/logs/login', 'logs/login-page.ts'),
    post('/logs/login', 'logs/login-form.ts'),
    get('/logs/deliveries', 'webhook/deliveries-page.ts'),
    post('/logs/deliveries', 'webhook/deliveries-form.ts'),
    get('/logs/deliveries/{id}', 'webhook/delivery-page.ts'),
    post('/logs/deliveries/{id}', 'webhook/delivery-form.ts'),
    get('/logs/pulls/{number}', 'logs/pull-page.ts'),
    get('/logs/api/entries', 'logs/entries.ts'),
    get('/logs/api/export', 'logs/export.ts'),
    get('/logs/api/export.ndjson', 'logs/export-lines.ts'),
    get('/logs/api/around', 'logs/around.ts'),
    get('/logs/api/histogram', 'logs/histogram.ts'),
    get('/logs/api/pr-flow/{identifier}', 'logs/pr-flow.ts'),
    get('/logs/api/workflow-steps/{hook_id}', 'logs/workflow-steps.ts'),
    get('/logs/api/step-logs/{hook_id}/{step_name+}', 'logs/step-logs.ts'),
    post('/logs/api/login', 'logs/login.ts', 'login'),
    post('/logs/api/logout', 'logs/login.ts', 'logout'),
    get('/logs/api/deliveries', 'webhook/list-deliveries.ts'),
    get('/logs/api/deliveries/{id}', 'webhook/read-delivery.ts'),
    post('/logs/api/deliveries/replay', 'webhook/replay-many.ts'),
    post('/logs/api/deliveries/{id}/replay', 'webhook/replay-delivery.ts'),
  ],
  jobs: [
    {
      ...{ queue: 'webhook-deliveries', file: 'webhook/process.job.ts', ordered: true },
      ...{ timeoutSeconds: 300, maxAttempts: 3, concurrency: 10, runsOn: 'function' },
    },
    {
      ...{ queue: 'webhook-evaluations', file: 'webhook/evaluate.job.ts' },
      ...{ timeoutSeconds: 300, maxAttempts: 3, concurrency: 4, runsOn: 'function' },
    },
  ],
  sockets: [{ path: '/logs/ws', file: 'logs/live.ts' }],
  schedules: [
    { name: 'logs-prune', everyMinutes: 5, file: 'logs/prune.ts' },
    { name: 'webhook-allowlist', everyMinutes: 60, file: 'webhook/allowlist.ts' },
    { name: 'webhook-sweep', everyMinutes: 60, file: 'webhook/sweep.ts' },
    { name: 'webhook-hooks', everyMinutes: 60, file: 'webhook/hooks.ts' },
    { name: 'webhook-gaps', everyMinutes: 10, file: 'webhook/gaps.ts' },
  ],
  streams: [{ name: 'logs-push', file: 'logs/push.ts', feed: 'logs' }],
  secrets: optional('LOGS_KEY', 'SCM_TOKEN', 'WEBHOOK_SECRET'),
};
