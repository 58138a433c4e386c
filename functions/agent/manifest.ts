import { get, modelKeys, needed, post, remove } from '#functions/rows.ts';
import type { Service } from '#functions/service-manifest.ts';

const common = 'agent/common.ts';
const pages = 'agent/pages.ts';
const models = 'agent/models.ts';
const sessions = 'agent/sessions.ts';
const turns = 'agent/turns.ts';

export const agent: Service = {
  title: 'Lantern agent sidecar',
  label: 'Agent',
  purpose: 'Hosts AI agent sessions over HTTP',
  home: '/',
  inFront: '/agent',
  errorKey: 'error',
  common,
  start: 'agent/start.ts',
  isContainer: true,
  listens: {
    host: { variable: 'SIDECAR_HOST', initial: '127.0.0.1' },
    port: { variable: 'SIDECAR_PORT', initial: 9100 },
    // An agent runs commands.
    key: 'SIDECAR_KEY',
    development: 'DEV_MODE',
  },
  data: {
    variable: 'SIDECAR_DATA_DIR',
    initial: '$XDG_DATA_HOME/lantern/agent',
    database: 'agent.db',
  },
  laptop: { SIDECAR_DATA_DIR: './data/agent', SIDECAR_DISCOVERY: 'demand' },
  routes: [
    get('/health', common, 'health'),
    get('/openapi.json', common, 'openapi'),
    get('/api', 'agent/reference.ts'),
    get('/assets/{file}', common, 'asset'),
    get('/', pages, 'showList'),
    post('/try', pages, 'submitTry'),
    get('/read/{id}', pages, 'show'),
    post('/read/{id}', pages, 'submit'),
    get('/overview', 'agent/overview.ts'),
    get('/models', models, 'list'),
    post('/models/refresh', models, 'refresh'),
    get('/models/{provider}/status', models, 'status'),
    get('/sessions', sessions, 'list'),
    post('/sessions', sessions, 'create'),
    get('/sessions/{id}/messages', sessions, 'messages'),
    post('/sessions/{id}/prompt', turns, 'prompt'),
    get('/sessions/{id}/events', turns, 'events'),
    post('/sessions/{id}/permissions/{request}', turns, 'permit'),
    post('/sessions/{id}/abort', turns, 'abort'),
    remove('/sessions/{id}', sessions, 'remove'),
  ],
  jobs: [],
  sockets: [],
  schedules: [{ name: 'agent-idle', everyMinutes: 1, file: 'agent/remove-idle.ts' }],
  secrets: [needed('SIDECAR_KEY'), ...modelKeys],
  variables: { SIDECAR_HOST: '0.0.0.0' },
};
