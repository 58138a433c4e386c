import { get, modelKeys, needed } from '../rows.ts';
import type { Service } from '../service-manifest.ts';

const common = 'agent/common.ts';

export const agent: Service = {
  title: 'Lantern agent sidecar',
  purpose: 'Hosts AI agent sessions over HTTP',
  errorKey: 'error',
  common,
  isPlanned: true,
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
  laptop: { SIDECAR_DATA_DIR: './data/agent' },
  routes: [get('/health', common, 'health')],
  jobs: [],
  sockets: [],
  schedules: [],
  secrets: [needed('SIDECAR_KEY'), ...modelKeys],
  variables: { SIDECAR_HOST: '0.0.0.0' },
};
