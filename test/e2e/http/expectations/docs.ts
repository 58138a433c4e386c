import { adminKey } from '#test/support/world.ts';
import { answers, type Expectation } from './expectation.ts';
import { form, health, json, location, notFound, opened, post } from './shared.ts';

const unauthorized = { detail: 'Unauthorized' };
const invalidJson = { detail: 'Invalid JSON body' };
const tooLarge = { detail: 'Payload too large' };
const crossOrigin = { detail: 'Cross-origin request refused' };
const noFile = { detail: 'File not found' };

export const docs: readonly Expectation[] = [
  ...health('/health', { status: 'ok' }),
  answers('an unknown path', '/nowhere', 404, notFound, {
    headers: { 'content-type': json, 'x-request-id': /^req_/, 'cache-control': 'no-store' },
  }),
  answers('a trailing slash', '/health/', 404, notFound),
  answers('a double slash', '//health', 404, notFound),
  answers('the whole URL, as to a proxy', 'http://elsewhere.example/health?x=1', 200, {
    status: 'ok',
  }),
  answers('a query on a route without one', '/health?a=1&a=2', 200),
  answers('an unknown path of the interface, unauthenticated', '/api/nowhere', 401, unauthorized, {
    headers: { 'content-type': json, 'x-request-id': /^req_/ },
  }),
  answers(
    'a wrong method on the interface, unauthenticated',
    { method: 'PATCH', path: '/api/auth/me' },
    401,
    unauthorized,
  ),
  answers('HEAD me, anonymous', { method: 'HEAD', path: '/api/auth/me' }, 401, '', {
    headers: { 'content-length': String(JSON.stringify(unauthorized).length) },
  }),
  answers(
    'a malformed body to an admin route, anonymous',
    post('/api/admin/users', '{'),
    401,
    unauthorized,
  ),
  answers('a browser without a session', opened('/'), 302, '', location('/login')),
  answers('the login page', '/login', 200, /<form[^>]+method="post" action="\/login"/, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': /^(?!.*unsafe-inline).*default-src/,
      'x-content-type-options': 'nosniff',
    },
  }),
  answers('an asset that is not there', '/assets/nothing.css', 404, noFile),
  answers('an asset outside the folder', '/assets/..%2f..%2fpackage.json', 404, noFile, {
    behindGateway: { body: notFound },
  }),
  answers('a login without a body', post('/api/auth/login', undefined), 400, invalidJson),
  answers(
    'a login whose fields are missing',
    post('/api/auth/login', {}),
    422,
    /^\{"detail":"username: [^"]+; api_key: [^"]+"\}$/,
  ),
  answers(
    'a login with an unknown field',
    post('/api/auth/login', { username: 'a', api_key: 'b', extra: 'planted-value' }),
    422,
    { detail: 'extra: Unknown field' },
  ),
  answers(
    'a wrong login',
    post('/api/auth/login', { username: 'admin', api_key: 'not-the-key' }),
    401,
    { detail: 'Invalid username or password' },
    { headers: { 'set-cookie': null } },
  ),
  answers(
    'a login beyond 16 KiB',
    post('/api/auth/login', { username: 'a'.repeat(16_384), api_key: '' }),
    413,
    tooLarge,
  ),
  answers(
    'a wrong login in the form',
    form('/login', 'username=%3Cb%3Eeve&api_key=wrong'),
    401,
    /Invalid username or API key[^]*value="&#60;b&#62;eve"/,
    { headers: { 'content-type': 'text/html; charset=utf-8', 'set-cookie': null } },
  ),
  ...[{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }].map((headers) =>
    answers(
      `a login sent by another site (S12): ${JSON.stringify(headers)}`,
      post('/api/auth/login', { username: 'admin', api_key: adminKey }, headers),
      403,
      crossOrigin,
      { headers: { 'set-cookie': null } },
    ),
  ),
  answers(
    'a login form sent by another site',
    post('/login', 'username=admin&api_key=x', {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://elsewhere.example',
    }),
    403,
    crossOrigin,
  ),
  answers(
    'a browser without a session on the page of the administrators',
    opened('/admin'),
    302,
    '',
    location('/login?next=%2Fadmin'),
  ),
  answers(
    'a browser without a session on a page of the list',
    opened('/?q=a&page=2'),
    302,
    '',
    location('/login?next=%2F%3Fq%3Da%26page%3D2'),
  ),
  answers(
    'a browser without a session that downloads',
    opened('/api/projects/x/download'),
    302,
    '',
    location('/login'),
  ),
  answers(
    'a browser on a path that is no page',
    opened('/nothing'),
    404,
    /There is no page at this address[^]*href="\/"/,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  ),
  answers(
    'a browser that opens what only takes a form',
    opened('/projects/x/delete'),
    405,
    /only accepts a form[^]*href="\/"/,
    { headers: { 'content-type': 'text/html; charset=utf-8', allow: 'POST' } },
  ),
  answers(
    'a browser without a session on a page of a site',
    opened('/docs/x/a%20b.html'),
    302,
    '',
    location('/login?next=%2Fdocs%2Fx%2Fa%2520b.html'),
  ),
  answers(
    'a site without its slash',
    '/docs/x?owner=a%26b',
    308,
    '',
    location('/docs/x/?owner=a%26b'),
  ),
  answers(
    'a site whose name leads elsewhere',
    '/docs/%2f%2felsewhere.example',
    400,
    /^\{"detail":"Invalid project name: /,
  ),
  answers('a write to a site', { method: 'PUT', path: '/docs/x/a.html' }, 405, undefined, {
    headers: { allow: 'GET, HEAD' },
  }),
];
