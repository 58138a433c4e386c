import { get, needed } from '../rows.ts';
import type { Service } from '../service-manifest.ts';

const common = 'sessions/common.ts';

export const sessions: Service = {
  title: 'Lantern session search',
  purpose: 'Searches coding-assistant sessions',
  errorKey: 'detail',
  common,
  isPlanned: true,
  listens: {
    host: { variable: 'SESSIONINFO_HOST', initial: '127.0.0.1' },
    port: { variable: 'SESSIONINFO_PORT', initial: 8080 },
    // Stored sessions hold what people typed.
    key: 'SESSIONINFO_KEY',
  },
  data: { initial: '$XDG_CACHE_HOME/lantern', database: 'sessions.db' },
  routes: [get('/health', common, 'health')],
  jobs: [],
  sockets: [],
  schedules: [],
  secrets: [needed('SESSIONINFO_KEY')],
  variables: { SESSIONINFO_HOST: '0.0.0.0' },
};
