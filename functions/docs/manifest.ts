import { get, gitTokens, modelKeys, needed, onWorker, post, remove } from '#functions/rows.ts';
import type { Service } from '#functions/service-manifest.ts';

const access = 'docs/access.ts';
const admin = 'docs/admin.ts';
const common = 'docs/common.ts';
const generations = 'docs/generations.ts';
const mcp = 'docs/mcp.ts';
const project = 'docs/project.ts';
const projects = 'docs/projects.ts';
const sitePages = 'docs/site-pages.ts';
const sites = 'docs/sites.ts';
const users = 'docs/users.ts';

export const docs: Service = {
  title: 'Lantern documentation',
  label: 'Documentation',
  purpose: 'Documentation sites from repositories',
  home: '/',
  errorKey: 'detail',
  common,
  isRouted: true,
  showsServices: true,
  listens: {
    host: { variable: 'HOST', initial: '127.0.0.1' },
    port: { variable: 'PORT', initial: 8000 },
  },
  data: { variable: 'DATA_DIR', initial: '/data', database: 'app.db' },
  laptop: { DATA_DIR: './data/docs', SECURE_COOKIES: 'false' },
  routes: [
    get('/health', common, 'health'),
    get('/openapi.json', common, 'openapi'),
    get('/api', 'docs/reference.ts'),
    get('/assets/{file}', common, 'asset'),
    get('/login', common, 'loginPage'),
    post('/login', common, 'loginForm'),
    get('/logout', common, 'logoutPage'),
    post('/api/auth/login', common, 'login'),
    post('/api/auth/logout', common, 'logout'),
    get('/api/auth/me', common, 'me'),
    get('/', projects, 'home'),
    get('/search', projects, 'find'),
    post('/api/me/rotate-key', users, 'rotateOwnKey'),
    get('/api/admin/users', users, 'list'),
    post('/api/admin/users', users, 'create'),
    remove('/api/admin/users/{username}', users, 'remove'),
    post('/api/admin/users/{username}/rotate-key', users, 'rotateKey'),
    post('/api/generate', generations, 'generate'),
    post('/api/generate/estimate', generations, 'estimate'),
    post('/api/projects/{name}/abort', generations, 'abort'),
    post('/api/projects/{name}/retry', generations, 'retry'),
    get('/api/status', projects, 'list'),
    get('/api/projects', projects, 'list'),
    get('/api/projects/{name}', project, 'read'),
    remove('/api/projects/{name}', project, 'remove'),
    get('/api/projects/{name}/download', project, 'download'),
    get('/api/projects/{name}/search', sitePages, 'search'),
    get('/api/search', sitePages, 'searchAll'),
    get('/api/projects/{name}/pages', sitePages, 'list'),
    get('/api/projects/{name}/pages/{slug}', sitePages, 'read'),
    post('/api/projects/{name}/pages/{slug}/useful', sitePages, 'answer'),
    get('/mcp', mcp),
    post('/mcp', mcp),
    remove('/mcp', mcp),
    get('/api/projects/{name}/progress', generations, 'progress'),
    get('/api/projects/{name}/generations', generations, 'list'),
    post('/api/admin/projects/{name}/access', access, 'grant'),
    get('/api/admin/projects/{name}/access', access, 'list'),
    remove('/api/admin/projects/{name}/access/{username}', access, 'revoke'),
    // One row for project and file: no route of an HTTP API may end in a slash.
    get('/docs', sites, 'show'),
    get('/docs/{path+}', sites, 'read'),
    get('/admin', admin, 'show'),
    get('/projects/{name}', project, 'show'),
    post('/projects', generations, 'generateForm'),
    post('/estimate', generations, 'estimateForm'),
    post('/projects/{name}/retry', generations, 'retryForm'),
    post('/projects/{name}/abort', generations, 'abortForm'),
    post('/projects/{name}/delete', project, 'removeForm'),
    post('/admin', admin, 'submit'),
    post('/key', users, 'ownKeyForm'),
  ],
  jobs: [
    onWorker('docs-plan', 'docs/plan.job.ts', 4),
    onWorker('docs-page', 'docs/page.job.ts', 10),
    onWorker('docs-render', 'docs/render.job.ts', 2),
  ],
  sockets: [],
  schedules: [
    { name: 'docs-revive', everyMinutes: 5, file: 'docs/revive.ts' },
    { name: 'docs-sweep', everyMinutes: 60, file: 'docs/sweep.ts' },
  ],
  secrets: [needed('ADMIN_KEY'), ...gitTokens, ...modelKeys],
};
