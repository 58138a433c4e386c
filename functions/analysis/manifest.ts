import { get, modelKeys, needed, optional, post, put, remove } from '../rows.ts';
import type { Service } from '../service-manifest.ts';

const common = 'analysis/common.ts';
const history = 'analysis/history.ts';
const users = 'analysis/users.ts';

export const analysis: Service = {
  title: 'Lantern failure analysis',
  purpose: 'Explains failed builds and tests',
  errorKey: 'detail',
  common,
  isPlanned: true,
  isRouted: true,
  listens: {
    host: { variable: 'HOST', initial: '127.0.0.1' },
    port: {
      ...{ variable: 'PORT', initial: 8000 },
      beside: { variable: 'ANALYSIS_PORT', initial: 8001 },
    },
  },
  data: { variable: 'DB_PATH', initial: '/data/results.db' },
  laptop: {
    DB_PATH: './data/analysis/results.db',
    SECURE_COOKIES: 'false',
    LANTERN_MODEL_DEFAULTS: 'true',
  },
  routes: [
    get('/health', common, 'health'),
    get('/api/health', 'analysis/api-health.ts'),
    get('/metrics', 'analysis/metrics.ts'),
    get('/openapi.json', common, 'openapi'),
    get('/assets/{file}', common, 'asset'),
    get('/login', common, 'loginPage'),
    post('/login', common, 'loginForm'),
    post('/api/auth/login', common, 'login'),
    post('/api/auth/logout', common, 'logout'),
    get('/api/auth/me', common, 'me'),
    get('/api/admin/users', users, 'list'),
    post('/api/admin/users', users, 'create'),
    remove('/api/admin/users/{username}', users, 'remove'),
    put('/api/admin/users/{username}/role', users, 'changeRole'),
    post('/api/admin/users/{username}/rotate-key', users, 'rotateKey'),
    get('/api/user/tokens', 'analysis/user-tokens.ts', 'read'),
    put('/api/user/tokens', 'analysis/user-tokens.ts', 'change'),
    get('/results', 'analysis/list-results.ts'),
    get('/results/{job_id}', 'analysis/read-result.ts'),
    get('/api/dashboard', 'analysis/dashboard.ts'),
    get('/results/{job_id}/comments', 'analysis/list-comments.ts'),
    post('/results/{job_id}/comments', 'analysis/add-comment.ts'),
    remove('/results/{job_id}/comments/{comment_id}', 'analysis/delete-comment.ts'),
    put('/results/{job_id}/reviewed', 'analysis/set-reviewed.ts'),
    get('/results/{job_id}/review-status', 'analysis/review-status.ts'),
    put('/results/{job_id}/override-classification', 'analysis/override-classification.ts'),
    remove('/history/overrides/{signature}', 'analysis/forget-override.ts'),
    get('/api/users/mentions', 'analysis/list-mentions.ts'),
    post('/api/users/mentions/read', 'analysis/read-mentions.ts'),
    get('/results/{job_id}/comparison', 'analysis/compare.ts'),
    get('/api/capabilities', 'analysis/capabilities.ts'),
    get('/ai-configs', 'analysis/list-ai-configs.ts'),
    get('/history/failures', history, 'failures'),
    get('/history/test/{name+}', history, 'test'),
    get('/history/search', history, 'search'),
    get('/history/stats/{job_name+}', history, 'stats'),
    post('/history/classify', history, 'addClassification'),
    get('/history/classifications', history, 'classifications'),
    get('/api/admin/token-usage', 'analysis/token-usage.ts'),
  ],
  jobs: [],
  sockets: [],
  schedules: [{ name: 'analysis-sweep', everyMinutes: 60, file: 'analysis/sweep.ts' }],
  secrets: [
    needed('ADMIN_KEY'),
    // A laptop makes a key file when this is unset; functions share no file.
    needed('APP_ENCRYPTION_KEY'),
    ...optional('CI_PASSWORD', 'TESTS_REPO_TOKEN', 'SCM_TOKEN', 'TRACKER_API_TOKEN'),
    ...optional('TRACKER_PAT', 'REPORTS_API_TOKEN', 'SMTP_PASSWORD', 'VAPID_PRIVATE_KEY'),
    // Both contain tokens.
    ...optional('ADDITIONAL_REPOS', 'CHAT_WEBHOOK_URL'),
    ...modelKeys,
  ],
};
