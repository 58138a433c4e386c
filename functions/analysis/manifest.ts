import {
  get,
  modelKeys,
  needed,
  optional,
  post,
  replace,
  remove,
  gitTokens,
  onWorker,
} from '#functions/rows.ts';
import type { Service } from '#functions/service-manifest.ts';

const common = 'analysis/common.ts';
const alerts = 'analysis/alerts.ts';
const analyze = 'analysis/analyze.ts';
const classification = 'analysis/classification.ts';
const dashboard = 'analysis/dashboard.ts';
const discussion = 'analysis/discussion.ts';
const questions = 'analysis/questions.ts';
const exports = 'analysis/exports.ts';
const feedback = 'analysis/feedback.ts';
const health = 'analysis/health.ts';
const history = 'analysis/history.ts';
const issues = 'analysis/issues.ts';
const corrections = 'analysis/corrections.ts';
const marks = 'analysis/known.ts';
const metadata = 'analysis/metadata.ts';
const register = 'analysis/register.ts';
const results = 'analysis/results.ts';
const settings = 'analysis/settings.ts';
const uploads = 'analysis/uploads.ts';
const usage = 'analysis/usage.ts';
const users = 'analysis/users.ts';

export const analysis: Service = {
  title: 'Lantern failure analysis',
  label: 'Failure analysis',
  purpose: 'Explains failed builds and tests',
  home: '/',
  inFront: '/analysis',
  errorKey: 'detail',
  common,
  isRouted: true,
  listens: {
    host: { variable: 'HOST', initial: '127.0.0.1' },
    port: {
      variable: 'PORT',
      initial: 8000,
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
    get('/', dashboard, 'show'),
    post('/', analyze, 'submit'),
    get('/history', history, 'show'),
    get('/alerts', alerts, 'show'),
    post('/alerts', alerts, 'submit'),
    get('/alerts/worker.js', alerts, 'worker'),
    get('/corrections', corrections, 'show'),
    post('/corrections', corrections, 'submit'),
    get('/metadata', metadata, 'show'),
    post('/metadata', metadata, 'submit'),
    get('/settings', settings, 'show'),
    post('/settings', settings, 'submit'),
    get('/feedback', feedback, 'show'),
    post('/feedback', feedback, 'submit'),
    post('/api/feedback/preview', feedback, 'preview'),
    post('/api/feedback/create', feedback, 'create'),
    get('/admin', users, 'show'),
    post('/admin', users, 'submit'),
    get('/usage', usage, 'show'),
    get('/register', register, 'show'),
    post('/register', register, 'submit'),
    get('/logout', common, 'logoutPage'),
    get('/health', common, 'health'),
    get('/api/health', health, 'state'),
    get('/api/overview', 'analysis/overview.ts'),
    get('/metrics', health, 'metrics'),
    get('/openapi.json', common, 'openapi'),
    get('/api', 'analysis/reference.ts'),
    get('/assets/{file}', common, 'asset'),
    get('/login', common, 'loginPage'),
    post('/login', common, 'loginForm'),
    post('/api/auth/login', common, 'login'),
    post('/api/auth/logout', common, 'logout'),
    get('/api/auth/me', common, 'me'),
    get('/api/admin/users', users, 'list'),
    post('/api/admin/users', users, 'create'),
    remove('/api/admin/users/{username}', users, 'remove'),
    replace('/api/admin/users/{username}/role', users, 'changeRole'),
    post('/api/admin/users/{username}/rotate-key', users, 'rotateKey'),
    get('/api/user/tokens', settings, 'readTokens'),
    replace('/api/user/tokens', settings, 'changeTokens'),
    post('/api/validate-token', settings, 'check'),
    post('/api/tracker-projects', issues, 'projects'),
    post('/api/tracker-security-levels', issues, 'securityLevels'),
    post('/analyze', analyze, 'build'),
    { ...post('/analyze-failures', 'analysis/analyze-failures.ts'), stream: true },
    post('/re-analyze/{job_id}', analyze, 'again'),
    post('/results/{job_id}/cancel', results, 'cancel'),
    post('/uploads', uploads, 'create'),
    replace('/uploads/{upload_id}', uploads, 'store'),
    get('/results', dashboard, 'list'),
    get('/results/{job_id}', results, 'read'),
    post('/results/{job_id}', 'analysis/job-form.ts', 'submit'),
    get('/results/{job_id}/progress', results, 'progress'),
    get('/results/{job_id}/issue', issues, 'show'),
    post('/results/{job_id}/issue', issues, 'submit'),
    get('/api/dashboard', dashboard, 'rows'),
    get('/api/jobs/metadata', metadata, 'list'),
    post('/api/jobs/metadata/rules/preview', metadata, 'tryRules'),
    get('/api/jobs/{name+}', metadata, 'read'),
    replace('/api/jobs/{name+}', metadata, 'change'),
    remove('/api/jobs/{name+}', metadata, 'remove'),
    get('/results/{job_id}/comments', discussion, 'list'),
    post('/results/{job_id}/comments', discussion, 'add'),
    remove('/results/{job_id}/comments/{comment_id}', discussion, 'remove'),
    replace('/results/{job_id}/reviewed', discussion, 'review'),
    get('/results/{job_id}/review-status', discussion, 'reviewStatus'),
    replace('/results/{job_id}/override-classification', classification, 'override'),
    get('/history/overrides', corrections, 'list'),
    remove('/history/overrides/{signature}', classification, 'forget'),
    post('/results/{job_id}/preview-scm-issue', issues, 'previewScm'),
    post('/results/{job_id}/preview-tracker-bug', issues, 'previewTracker'),
    post('/results/{job_id}/create-scm-issue', issues, 'createScm'),
    post('/results/{job_id}/create-tracker-bug', issues, 'createTracker'),
    post('/results/{job_id}/link-issue', issues, 'link'),
    post('/results/{job_id}/ask', questions, 'ask'),
    post('/results/{job_id}/analyze-failure', questions, 'one'),
    get('/api/users/mentions', discussion, 'mentions'),
    post('/api/users/mentions/read', discussion, 'readMentions'),
    post('/results/{job_id}/push-reports', exports, 'push'),
    get('/api/notifications/vapid-public-key', alerts, 'publicKey'),
    post('/api/notifications/subscribe', alerts, 'addDevice'),
    post('/api/notifications/unsubscribe', alerts, 'removeDevice'),
    get('/results/{job_id}/comparison', history, 'compare'),
    get('/results/{job_id}/sarif', exports, 'sarif'),
    get('/results/{job_id}/enriched.xml', exports, 'enrichedXml'),
    remove('/results/{job_id}', results, 'remove'),
    remove('/api/results/bulk', results, 'removeMany'),
    get('/api/capabilities', health, 'capabilities'),
    get('/ai-configs', dashboard, 'aiConfigs'),
    get('/history/failures', history, 'failures'),
    get('/history/test/{name+}', history, 'test'),
    get('/history/search', history, 'search'),
    get('/history/stats/{job_name+}', history, 'stats'),
    post('/history/test/{name+}', marks, 'submit'),
    get('/history/known', marks, 'list'),
    replace('/history/known/{name+}', marks, 'change'),
    remove('/history/known/{name+}', marks, 'remove'),
    post('/history/classify', classification, 'add'),
    get('/history/classifications', classification, 'list'),
    get('/api/admin/token-usage', usage, 'read'),
  ],
  jobs: [
    onWorker('analysis-start', 'analysis/start.job.ts', 4),
    onWorker('analysis-group', 'analysis/group.job.ts', 10),
    onWorker('analysis-finish', 'analysis/finish.job.ts', 2),
    {
      queue: 'analysis-alert',
      file: 'analysis/alert.job.ts',
      timeoutSeconds: 120,
      maxAttempts: 8,
      concurrency: 4,
      runsOn: 'function',
    },
  ],
  sockets: [],
  schedules: [
    { name: 'analysis-revive', everyMinutes: 1, file: 'analysis/revive.ts' },
    { name: 'analysis-sweep', everyMinutes: 60, file: 'analysis/sweep.ts' },
  ],
  secrets: [
    needed('ADMIN_KEY'),
    // A laptop makes a key file when this is unset; functions share no file.
    needed('APP_ENCRYPTION_KEY'),
    ...optional('CI_PASSWORD', 'TESTS_REPO_TOKEN', 'SCM_TOKEN', 'TRACKER_API_TOKEN'),
    ...optional('TRACKER_PAT', 'REPORTS_API_TOKEN', 'SMTP_PASSWORD', 'VAPID_PRIVATE_KEY'),
    // Both contain tokens.
    ...optional('ADDITIONAL_REPOS', 'CHAT_WEBHOOK_URL', 'NEWS_CHANNELS'),
    ...gitTokens,
    ...modelKeys,
  ],
};
