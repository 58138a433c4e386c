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
  ...['admin', 'Admin', '%41DMIN', '%20admin', '%zz'].map((name) => ({
    name: `me with the reserved name ${name}`,
    sent: { path: '/api/auth/me', headers: { cookie: `app_username=${name}` } },
    status: 200,
    body: { username: '', role: 'user', is_admin: false },
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
