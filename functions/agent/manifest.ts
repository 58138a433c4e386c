import { get, modelKeys, needed, post, remove } from '../rows.ts';
import type { Service } from '../service-manifest.ts';

const common = 'agent/common.ts';

export const agent: Service = {
  title: 'Lantern agent sidecar',
  purpose: 'Hosts AI agent sessions over HTTP',
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
    ...{ variable: 'SIDECAR_DATA_DIR', initial: '$XDG_DATA_HOME/lantern/agent' },
    database: 'agent.db',
  },
  laptop: { SIDECAR_DATA_DIR: './data/agent', SIDECAR_DISCOVERY: 'demand' },
  routes: [
    get('/health', common, 'health'),
    get('/openapi.json', common, 'openapi'),
    get('/models', 'agent/list-models.ts'),
    post('/models/refresh', 'agent/refresh-models.ts'),
    get('/models/{provider}/status', 'agent/provider-status.ts'),
    get('/sessions', 'agent/list-sessions.ts'),
    post('/sessions', 'agent/create-session.ts'),
    post('/sessions/{id}/prompt', 'agent/prompt-session.ts'),
    get('/sessions/{id}/events', 'agent/session-events.ts'),
    post('/sessions/{id}/abort', 'agent/abort-session.ts'),
    remove('/sessions/{id}', 'agent/delete-session.ts'),
  ],
  jobs: [],
  sockets: [],
  schedules: [{ name: 'agent-idle', everyMinutes: 1, file: 'agent/remove-idle.ts' }],
  secrets: [needed('SIDECAR_KEY'), ...modelKeys],
  variables: { SIDECAR_HOST: '0.0.0.0' },
};
