import { get, modelKeys, needed, optional } from '../rows.ts';
import type { Service } from '../service-manifest.ts';

const common = 'webhook/common.ts';

export const webhook: Service = {
  title: 'Lantern webhook receiver and logs',
  purpose: 'Receives webhooks and keeps their log',
  errorKey: 'detail',
  common,
  isPlanned: true,
  listens: {
    host: { variable: 'WEBHOOK_SERVER_IP_BIND', initial: '0.0.0.0' },
    port: { variable: 'WEBHOOK_SERVER_PORT', initial: 5000 },
  },
  data: { variable: 'WEBHOOK_SERVER_DATA_DIR', initial: '/data', database: 'webhook.db' },
  laptop: { WEBHOOK_SERVER_IP_BIND: '127.0.0.1', WEBHOOK_SERVER_DATA_DIR: './data/webhook' },
  anyHost: ['POST /webhook_server'],
  routes: [get('/webhook_server/healthcheck', common, 'health')],
  jobs: [],
  sockets: [],
  schedules: [],
  secrets: [needed('LOGS_KEY'), ...optional('SCM_TOKEN'), ...modelKeys],
};
