import type { Expectation } from './expectation.ts';
import { health, json, notFound, post } from './shared.ts';

const unauthorized = { detail: 'Unauthorized' };
const invalidJson = { detail: 'Invalid JSON body' };
const tooLarge = { detail: 'Payload too large' };

export const docs: readonly Expectation[] = [
  ...health('/health', { status: 'ok' }),
  {
    name: 'an unknown path',
    sent: { path: '/nowhere' },
    status: 404,
    headers: { 'content-type': json, 'x-request-id': /^req_/, 'cache-control': 'no-store' },
    body: notFound,
  },
  { name: 'a trailing slash', sent: { path: '/health/' }, status: 404, body: notFound },
  { name: 'a double slash', sent: { path: '//health' }, status: 404, body: notFound },
  {
    name: 'the whole URL, as to a proxy',
    sent: { path: 'http://elsewhere.example/health?x=1' },
    status: 200,
    body: { status: 'ok' },
  },
  { name: 'a query on a route without one', sent: { path: '/health?a=1&a=2' }, status: 200 },
  {
    name: 'an unknown path of the interface, unauthenticated',
    sent: { path: '/api/nowhere' },
    status: 401,
    headers: { 'content-type': json, 'x-request-id': /^req_/ },
    body: unauthorized,
  },
  {
    name: 'a wrong method on the interface, unauthenticated',
    sent: { method: 'PATCH', path: '/api/auth/me' },
    status: 401,
    body: unauthorized,
  },
  { name: 'me, anonymous', sent: { path: '/api/auth/me' }, status: 401, body: unauthorized },
  {
    name: 'HEAD me, anonymous',
    sent: { method: 'HEAD', path: '/api/auth/me' },
    status: 401,
    headers: { 'content-length': String(JSON.stringify(unauthorized).length) },
    body: '',
  },
  {
    name: 'a malformed body to an admin route, anonymous',
    sent: post('/api/admin/users', '{'),
    status: 401,
    body: unauthorized,
  },
  {
    name: 'a browser without a session',
    sent: { path: '/', headers: { accept: 'text/html,*/*;q=0.8' } },
    status: 302,
    headers: { location: '/login' },
    body: '',
  },
  { name: 'a program without a session', sent: { path: '/' }, status: 401, body: unauthorized },
  {
    name: 'the login page',
    sent: { path: '/login' },
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': /^(?!.*unsafe-inline).*default-src/,
      'x-content-type-options': 'nosniff',
    },
    body: /<form[^>]+method="post" action="\/login"/,
  },
  {
    name: 'the login page, told to lead elsewhere',
    sent: { path: '/login?next=https://elsewhere.example/' },
    status: 200,
    body: /^(?!.*elsewhere)/s,
  },
  {
    name: 'its own description',
    sent: { path: '/openapi.json' },
    status: 200,
    headers: { 'content-type': json },
    body: /"openapi":"3\.1\.0"/,
  },
  {
    name: 'an asset that is not there',
    sent: { path: '/assets/nothing.css' },
    status: 404,
    body: { detail: 'File not found' },
  },
  {
    name: 'an asset outside the folder',
    sent: { path: '/assets/..%2f..%2fpackage.json' },
    status: 404,
    body: { detail: 'File not found' },
  },
  {
    name: 'a login without a body',
    sent: post('/api/auth/login', undefined),
    status: 400,
    body: invalidJson,
  },
  {
    name: 'a login whose fields are missing',
    sent: post('/api/auth/login', {}),
    status: 422,
    body: /^\{"detail":"username: [^"]+; api_key: [^"]+"\}$/,
  },
  {
    name: 'a login with an unknown field',
    sent: post('/api/auth/login', { username: 'a', api_key: 'b', extra: 'planted-value' }),
    status: 422,
    body: { detail: 'extra: Unknown field' },
  },
  {
    name: 'a wrong login',
    sent: post('/api/auth/login', { username: 'admin', api_key: 'not-the-key' }),
    status: 401,
    headers: { 'set-cookie': null },
    body: { detail: 'Invalid username or password' },
  },
  {
    name: 'a login beyond 16 KiB',
    sent: post('/api/auth/login', { username: 'a'.repeat(16_384), api_key: '' }),
    status: 413,
    body: tooLarge,
  },
  {
    name: 'a wrong login in the form',
    sent: post('/login', 'username=%3Cb%3Eeve&api_key=wrong', {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    status: 401,
    headers: { 'content-type': 'text/html; charset=utf-8', 'set-cookie': null },
    body: /Invalid username or password[^]*value="&#60;b&#62;eve"/,
  },
  {
    name: 'a login form sent by another site',
    sent: post('/login', 'username=admin&api_key=x', {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://elsewhere.example',
    }),
    status: 403,
    body: { detail: 'Cross-origin request refused' },
  },
];
