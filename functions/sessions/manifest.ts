import { get, needed, post } from '#functions/rows.ts';
import type { Service } from '#functions/service-manifest.ts';

const common = 'sessions/common.ts';
const projects = 'sessions/projects.ts';
const search = 'sessions/search.ts';
const stored = 'sessions/sessions.ts';
const uploads = 'sessions/uploads.ts';

export const sessions: Service = {
  title: 'Lantern session search',
  label: 'Session search',
  purpose: 'Searches coding-assistant sessions',
  home: '/',
  inFront: '/sessions',
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
    get('/api', 'sessions/reference.ts'),
    get('/assets/{file}', common, 'asset'),
    get('/', search, 'show'),
    get('/read/{id}', stored, 'show'),
    get('/search', search, 'sessions'),
    get('/search/messages', search, 'messages'),
    get('/search/history', search, 'history'),
    get('/sessions', stored, 'list'),
    get('/sessions/{id}', stored, 'read'),
    get('/sessions/{id}/messages', stored, 'messages'),
    get('/projects', projects, 'list'),
    get('/uploads', uploads, 'list'),
    post('/uploads', uploads, 'start'),
    get('/stats', projects, 'stats'),
    get('/info', common, 'info'),
    get('/overview', 'sessions/overview.ts'),
  ],
  jobs: [],
  sockets: [],
  schedules: [],
  secrets: [needed('SESSIONINFO_KEY')],
  variables: { SESSIONINFO_HOST: '0.0.0.0' },
};
