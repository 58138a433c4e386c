import { adminKey } from '#test/support/world.ts';
import type { Expectation } from './expectation.ts';
import { health, notFound, post } from './shared.ts';

export const analysis: readonly Expectation[] = [
  ...health('/health', { status: 'healthy' }),
  { name: 'an unknown path', sent: { path: '/nowhere' }, status: 404, body: notFound },
  {
    name: 'an unknown path of the interface',
    sent: { path: '/api/nowhere' },
    status: 404,
    body: notFound,
  },
  {
    name: 'an unknown path among the administrator’s',
    sent: { path: '/api/admin/nowhere' },
    status: 403,
    body: { detail: 'Admin access required' },
  },
  {
    name: 'me, anonymous',
    sent: { path: '/api/auth/me' },
    status: 200,
    body: { username: '', role: 'user', is_admin: false },
  },
  {
    name: 'me with an unknown key',
    sent: { path: '/api/auth/me', headers: { authorization: 'Bearer unknown' } },
    status: 200,
    body: { username: '', role: 'user', is_admin: false },
  },
  {
    name: 'me with a name in the cookie',
    sent: { path: '/api/auth/me', headers: { cookie: 'other=1; app_username=J%C3%BCrgen' } },
    status: 200,
    headers: { 'set-cookie': null },
    body: { username: 'Jürgen', role: 'user', is_admin: false },
  },
  ...[
    ...['admin', 'Admin', 'ADMIN%20', '%41DMIN', '%20admin', '%zz', 'admin; app_username=uma'],
    // Full-width letters, and a character without width.
    ...['%EF%BD%81%EF%BD%84%EF%BD%8D%EF%BD%89%EF%BD%8E', 'ad%E2%80%8Bmin', 'a%00', 'a%0D%0Ab'],
    ...['%20', 'x'.repeat(101), `${'%C3%BC'.repeat(101)}`],
  ].map((name) => ({
    name: `me with the name ${name.slice(0, 40)}, which is reserved or not plain`,
    sent: { path: '/api/auth/me', headers: { cookie: `app_username=${name}` } },
    status: 200,
    body: { username: '', role: 'user', is_admin: false },
  })),
  {
    name: 'me with two names, of which the first counts',
    sent: { path: '/api/auth/me', headers: { cookie: 'app_username=uma; app_username=vic' } },
    status: 200,
    body: { username: 'uma', role: 'user', is_admin: false },
  },
  ...[
    [`Bearer ${adminKey}`, 'Bearer unknown'],
    ['Bearer unknown', `Bearer ${adminKey}`],
    [`Bearer ${adminKey}, Bearer ${adminKey}`],
    [`Bearer ${adminKey} x`],
    [`Basic ${adminKey}`],
    [`Bearer ${'x'.repeat(4_000)}`],
  ].map((authorization) => ({
    name: `the administrators’ routes with the keys ${authorization.join(' and ').slice(0, 60)}`,
    sent: { path: '/api/admin/users', headers: { authorization } },
    status: 403,
    body: { detail: 'Admin access required' },
  })),
  {
    name: 'me with a user that nobody vouches for (S13)',
    sent: { path: '/api/auth/me', headers: { 'x-forwarded-user': 'someone' } },
    status: 200,
    headers: { 'set-cookie': null },
    body: { username: '', role: 'user', is_admin: false },
  },
  {
    name: 'a login without a key',
    sent: post('/api/auth/login', { username: 'admin' }),
    status: 400,
    body: { detail: 'Username and api_key are required' },
  },
  ...[
    post('/api/auth/login', { username: 'admin', api_key: adminKey }),
    post('/login', `username=admin&api_key=${adminKey}`, {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    post('/api/auth/logout', undefined),
  ].map((sent) => ({
    name: `${sent.path} sent by another site (S12)`,
    sent: { ...sent, headers: { ...sent.headers, origin: 'https://elsewhere.example' } },
    status: 403,
    headers: { 'set-cookie': null },
    body: { detail: 'Cross-origin request refused' },
  })),
  {
    name: 'a wrong login',
    sent: post('/api/auth/login', { username: 'admin', api_key: 'not-the-key' }),
    status: 401,
    body: { detail: 'Invalid username or API key' },
  },
  {
    name: 'a wrong login in the form',
    sent: post('/login', 'username=admin&api_key=wrong', {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    status: 401,
    body: /Invalid username or API key/,
  },
  { name: 'its own description', sent: { path: '/openapi.json' }, status: 200, body: /3\.1\.0/ },
  { name: 'the login page', sent: { path: '/login' }, status: 200, body: /api_key/ },
];
