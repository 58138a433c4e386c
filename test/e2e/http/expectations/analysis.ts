import type { Sent } from '#test/support/http/http-client.ts';
import { adminKey } from '#test/support/world.ts';
import { answers, type Expectation } from './expectation.ts';
import { form, health, notFound, post } from './shared.ts';

const nobody = { username: '', role: 'user', is_admin: false };
const notAdmin = { detail: 'Admin access required' };
const me = (headers: NonNullable<Sent['headers']>): Sent => ({ path: '/api/auth/me', headers });

export const analysis: readonly Expectation[] = [
  ...health('/health', { status: 'healthy' }),
  answers('an unknown path', '/nowhere', 404, notFound),
  answers('me with an unknown key', me({ authorization: 'Bearer unknown' }), 200, nobody),
  answers(
    'me with a name in the cookie',
    me({ cookie: 'other=1; app_username=J%C3%BCrgen' }),
    200,
    { username: 'Jürgen', role: 'user', is_admin: false },
    { headers: { 'set-cookie': null } },
  ),
  ...[
    ...['admin', 'Admin', 'ADMIN%20', '%41DMIN', '%20admin', '%zz', 'admin; app_username=uma'],
    // Full-width letters, and a character without width.
    ...['%EF%BD%81%EF%BD%84%EF%BD%8D%EF%BD%89%EF%BD%8E', 'ad%E2%80%8Bmin', 'a%00', 'a%0D%0Ab'],
    ...['%20', 'x'.repeat(101), `${'%C3%BC'.repeat(101)}`],
  ].map((name) =>
    answers(
      `me with the name ${name.slice(0, 40)}, which is reserved or not plain`,
      me({ cookie: `app_username=${name}` }),
      200,
      nobody,
    ),
  ),
  answers(
    'me with two names, of which the first counts',
    me({ cookie: 'app_username=uma; app_username=vic' }),
    200,
    { username: 'uma', role: 'user', is_admin: false },
  ),
  ...[
    [`Bearer ${adminKey}`, 'Bearer unknown'],
    ['Bearer unknown', `Bearer ${adminKey}`],
    [`Bearer ${adminKey}, Bearer ${adminKey}`],
    [`Bearer ${adminKey} x`],
    [`Basic ${adminKey}`],
    [`Bearer ${'x'.repeat(4_000)}`],
  ].map((authorization) =>
    answers(
      `the administrators’ routes with the keys ${authorization.join(' and ').slice(0, 60)}`,
      { path: '/api/admin/users', headers: { authorization } },
      403,
      notAdmin,
    ),
  ),
  answers(
    'me with a user that nobody vouches for (S13)',
    me({ 'x-forwarded-user': 'someone' }),
    200,
    nobody,
    { headers: { 'set-cookie': null } },
  ),
  answers('a login without a key', post('/api/auth/login', { username: 'admin' }), 400, {
    detail: 'Username and api_key are required',
  }),
  answers(
    'a wrong login',
    post('/api/auth/login', { username: 'admin', api_key: 'not-the-key' }),
    401,
    { detail: 'Invalid username or API key' },
  ),
  answers(
    'a wrong login in the form',
    form('/login', 'username=admin&api_key=wrong'),
    401,
    /Invalid username or API key/,
  ),
];
