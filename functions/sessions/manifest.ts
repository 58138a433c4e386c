import { get, needed, post } from '../rows.ts';
import type { Service } from '../service-manifest.ts';

const common = 'sessions/common.ts';

export const sessions: Service = {
  title: 'Lantern session search',
  purpose: 'Searches coding-assistant sessions',
  home: '/',
  errorKey: 'detail',
  common,
  listens: {
    host: { variable: 'SESSIONINFO_HOST', initial: '127.0.0.1' },
    port: { variable: 'SESSIONINFO_PORT', initial: 8080 },
    // Stored sessions hold what people typed.
    key: 'SESSIONINFO_KEY',
  },
  data: { initial: '$XDG_CACHE_HOME/lantern', database: 'sessions.db', isCache: true },
  routes: [
    get('/health', common, 'health'),
    get('/openapi.json', common, 'openapi'),
    get('/assets/{file}', common, 'asset'),
    get('/', 'sessions/home.ts'),
    get('/read/{id}', 'sessions/session-page.ts'),
    get('/search', 'sessions/search.ts'),
    get('/search/messages', 'sessions/search-messages.ts'),
    get('/search/history', 'sessions/search-history.ts'),
    get('/sessions', 'sessions/list-sessions.ts'),
    get('/sessions/{id}', 'sessions/read-session.ts'),
    get('/sessions/{id}/messages', 'sessions/list-messages.ts'),
    get('/projects', 'sessions/list-projects.ts'),
    get('/uploads', 'sessions/list-files.ts'),
    post('/uploads', 'sessions/start-upload.ts'),
    get('/stats', 'sessions/read-stats.ts'),
    get('/info', 'sessions/info.ts'),
  ],
  jobs: [],
  sockets: [],
  schedules: [],
  secrets: [needed('SESSIONINFO_KEY')],
  variables: { SESSIONINFO_HOST: '0.0.0.0' },
};
