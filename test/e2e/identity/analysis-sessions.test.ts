import { describe, expect, it } from 'vitest';
import { addUser, asAdmin, bearer, fromOurPage, logIn, sessionOf } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { cookieOf } from '#test/support/http/http-client.ts';
import { homes } from '#test/support/homes.ts';
import { adminKey, openWorld, type World } from '#test/support/world.ts';

const hour = 3_600_000;
const nobody = { username: '', role: 'user', is_admin: false };
const admin = { username: 'admin', role: 'admin', is_admin: true };

/** Who the failure-analysis service believes a caller to be. */
describe.each(homes())('sessions of the analysis on $name', ({ home }) => {
  const world = eachTest(() => openWorld(home, 'analysis'));
  const me = async (headers: Record<string, string>, where: World = world()) =>
    (await where.send({ path: '/api/auth/me', headers })).json();

  it('a login sets both cookies with exactly these attributes', async () => {
    const reply = await logIn(world(), 'admin', adminKey);
    expect([reply.status, reply.json()]).toEqual([200, admin]);
    expect(reply.cookies).toEqual([
      expect.stringMatching(
        /^app_session=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
      ),
      'app_username=admin; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
    ]);
  });

  it('a login by the form does the same', async () => {
    const reply = await world().send({
      method: 'POST',
      path: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `username=admin&api_key=${adminKey}`,
    });
    expect([reply.status, reply.headers.location, reply.cookies.length]).toEqual([302, '/', 2]);
    expect(await me({ cookie: cookieOf(reply, 'app_session') })).toEqual(admin);
  });

  describe('the first that says something counts', () => {
    it('session before bearer, bearer before name', async () => {
      const uma = await addUser(world(), 'uma');
      const session = await sessionOf(world(), 'uma', uma);
      expect(await me({ ...session, ...asAdmin })).toMatchObject({ username: 'uma' });
      const cookie = `${session.cookie}; app_username=other`;
      expect(await me({ cookie })).toMatchObject({ username: 'uma' });
      expect(await me({ ...bearer(uma), cookie: 'app_username=other' })).toMatchObject({
        username: 'uma',
      });
    });

    it.each([
      ['a dead session', { cookie: 'app_session=dead; app_username=other' }, 'other'],
      ['a dead session and a key', { cookie: 'app_session=dead', ...asAdmin }, 'admin'],
      ['an unknown key', { cookie: 'app_username=other', ...bearer('unknown') }, 'other'],
      ['another scheme', { authorization: `Basic ${adminKey}` }, ''],
      ['a name beyond 100 characters', { cookie: `app_username=${'x'.repeat(101)}` }, ''],
      ['a name with a line break', { cookie: 'app_username=a%0Ab' }, ''],
    ])('%s', async (_name, headers, username) => {
      expect(await me(headers)).toMatchObject({ username, is_admin: username === 'admin' });
    });
  });

  describe('sessions', () => {
    it('are renewed when less than half of their life remains, and not before', async () => {
      const session = await sessionOf(world(), 'admin', adminKey);
      world().clock.jump(4 * hour);
      const early = await world().send({ path: '/api/auth/me', headers: session });
      expect(early.cookies).toEqual([]);
      world().clock.jump(1);
      const late = await world().send({ path: '/api/auth/me', headers: session });
      expect(late.cookies).toEqual([
        `${session.cookie}; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure`,
      ]);
      world().clock.jump(8 * hour - 1);
      expect(await me(session)).toEqual(admin);
    });

    it('are renewed by a refused request too', async () => {
      const session = await sessionOf(world(), 'admin', adminKey);
      world().clock.jump(4 * hour + 1);
      const path = '/api/admin/nowhere';
      const { status, cookies } = await world().send({ path, headers: session });
      const renewed = expect.stringContaining(`${session.cookie}; `) as string;
      expect([status, cookies]).toEqual([404, [renewed]]);
    });

    it('end with the logout', async () => {
      const session = await sessionOf(world(), 'admin', adminKey);
      const request = { method: 'POST', path: '/api/auth/logout' };
      const refused = await world().send({ ...request, headers: session });
      expect([refused.status, await me(session)]).toEqual([403, admin]);
      const reply = await world().send({ ...request, headers: { ...session, ...fromOurPage } });
      expect([reply.status, reply.json()]).toEqual([200, { ok: true }]);
      expect(reply.cookies).toEqual([
        'app_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
      ]);
      expect(await me(session)).toEqual(nobody);
    });
  });

  describe('X-Forwarded-User (S13)', () => {
    const told = { 'x-forwarded-user': 'someone' };
    const believed = { TRUST_PROXY_HEADERS: 'true', TRUSTED_PROXIES: '127.0.0.1' };
    it('in UTF-8, as proxies send it', async () => {
      const other = await openWorld(home, 'analysis', { environment: believed });
      const headers = { 'x-forwarded-user': Buffer.from('Jürgen').toString('latin1') };
      expect(await me(headers, other)).toMatchObject({ username: 'Jürgen' });
      await other.close();
    });

    it.each([
      ['from a trusted proxy', believed, told, 'someone'],
      ['when nothing is trusted', {}, told, ''],
      ['from every peer when no proxy is named', { TRUST_PROXY_HEADERS: 'true' }, told, 'someone'],
      ['from another peer', { ...believed, TRUSTED_PROXIES: '10.0.0.0/8' }, told, ''],
      ['when the variable is off', { ...believed, TRUST_PROXY_HEADERS: 'false' }, told, ''],
      ['admin', believed, { 'x-forwarded-user': 'Admin' }, ''],
      ['and a key', believed, { ...told, ...asAdmin }, 'admin'],
    ])('%s', async (_name, environment, headers, username) => {
      const other = await openWorld(home, 'analysis', { environment });
      try {
        const reply = await other.send({ path: '/api/auth/me', headers });
        expect(reply.json()).toMatchObject({ username, is_admin: username === 'admin' });
        expect(reply.cookies).toEqual(
          username === 'someone'
            ? ['app_username=someone; Path=/; Max-Age=31536000; SameSite=Lax; Secure']
            : [],
        );
      } finally {
        await other.close();
      }
    });
  });

  it('without ADMIN_KEY nobody is the administrator', async () => {
    const other = await openWorld(home, 'analysis', { environment: { ADMIN_KEY: '' } });
    try {
      expect((await logIn(other, 'admin', adminKey)).status).toBe(401);
      expect(await me(asAdmin, other)).toEqual(nobody);
      expect(await me({ authorization: 'Bearer ' }, other)).toEqual(nobody);
    } finally {
      await other.close();
    }
  });

  it('over plain HTTP the cookies may travel when that is allowed', async () => {
    const other = await openWorld(home, 'analysis', { environment: { SECURE_COOKIES: 'false' } });
    try {
      const { cookies } = await logIn(other, 'admin', adminKey);
      expect(cookies).toHaveLength(2);
      expect(cookies.join()).not.toContain('Secure');
    } finally {
      await other.close();
    }
  });
});
