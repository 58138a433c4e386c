import { describe, expect, it } from 'vitest';
import {
  addUser,
  asAdmin,
  bearer,
  fromOurPage,
  logIn,
  sessionOf,
  statusOfMe,
} from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { cookieOf } from '#test/support/http-client.ts';
import { adminKey, openWorld, type Home } from '#test/support/world.ts';

const hour = 3_600_000;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Users, keys and sessions of the documentation service. */
export function docsIdentitySuite(home: Home): void {
  const world = eachTest(() => openWorld(home, 'docs'));
  const admin = (method: string, path: string, body?: object) =>
    world().send({ method, path, headers: asAdmin, ...(body && { body }) });

  describe('logging in', () => {
    it.each([
      ['admin', 'admin', true],
      ['ann', 'admin', true],
      ['uma', 'user', false],
      ['vic', 'viewer', false],
    ])('%s is told name and role', async (username, role, is_admin) => {
      const key = username === 'admin' ? adminKey : await addUser(world(), username, role);
      const reply = await logIn(world(), username, key);
      expect([reply.status, reply.json()]).toEqual([200, { username, role, is_admin }]);
      const me = await world().send({
        path: '/api/auth/me',
        headers: { cookie: cookieOf(reply, 'app_session') },
      });
      expect([me.status, me.json()]).toEqual([200, { username, role, is_admin }]);
    });

    it('sets the cookie with exactly these attributes', async () => {
      const reply = await logIn(world(), 'admin', adminKey);
      expect(reply.cookies).toHaveLength(1);
      expect(reply.cookies[0]).toMatch(
        /^app_session=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
      );
    });

    it('by the form leads on, with the same cookie', async () => {
      const body = `username=admin&api_key=${adminKey}&next=%2Fdocs%2Fx%2F%3Fa%3D1`;
      const reply = await world().send({ method: 'POST', path: '/login', headers: form, body });
      expect([reply.status, reply.headers.location]).toEqual([302, '/docs/x/?a=1']);
      expect(await statusOfMe(world(), { cookie: cookieOf(reply, 'app_session') })).toBe(200);
    });

    it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere', 'docs'])(
      'by the form never leads to %s',
      async (next) => {
        const body = `username=admin&api_key=${adminKey}&next=${encodeURIComponent(next)}`;
        const reply = await world().send({ method: 'POST', path: '/login', headers: form, body });
        expect(reply.headers.location).toBe('/');
      },
    );

    it.each([
      ['another user’s key', 'uma', 'vic'],
      ['the key in another case of the name', 'Uma', 'uma'],
      ['an unknown name', 'nobody', 'uma'],
      ['the administrator with a user’s key', 'admin', 'uma'],
    ])('with %s is refused', async (_name, username, owner) => {
      const keys = { uma: await addUser(world(), 'uma'), vic: await addUser(world(), 'vic') };
      const reply = await logIn(world(), username, keys[owner as 'uma']);
      expect([reply.status, reply.json(), reply.cookies]).toEqual([
        401,
        { detail: 'Invalid username or password' },
        [],
      ]);
    });

    it('works although an old key or cookie comes along', async () => {
      const session = await sessionOf(world(), 'admin', adminKey);
      for (const headers of [session, bearer('unknown'), { cookie: 'app_session=unknown' }]) {
        const body = { username: 'admin', api_key: adminKey };
        const path = '/api/auth/login';
        expect((await world().send({ method: 'POST', path, headers, body })).status).toBe(200);
      }
    });
  });

  describe('sessions (S11)', () => {
    it('have a fresh token each time', async () => {
      const first = await sessionOf(world(), 'admin', adminKey);
      const second = await sessionOf(world(), 'admin', adminKey);
      expect(first.cookie).not.toBe(second.cookie);
      expect(await statusOfMe(world(), first)).toBe(200);
      expect(await statusOfMe(world(), second)).toBe(200);
    });

    it('live eight hours, used or not', async () => {
      const session = await sessionOf(world(), 'admin', adminKey);
      await world().clock.advance(8 * hour - 1000);
      const me = await world().send({ path: '/api/auth/me', headers: session });
      expect([me.status, me.cookies]).toEqual([200, []]);
      await world().clock.advance(1000);
      expect(await statusOfMe(world(), session)).toBe(401);
    });

    it('live on when the clock is set back', async () => {
      world().clock.jump(hour);
      const key = await addUser(world(), 'uma');
      world().clock.jump(-hour);
      expect(await statusOfMe(world(), await sessionOf(world(), 'uma', key))).toBe(200);
    });

    it.each([
      ['POST', '/api/auth/logout', 200, undefined],
      ['GET', '/logout', 302, '/login'],
    ])('end with %s %s', async (method, path, status, location) => {
      const session = await sessionOf(world(), 'admin', adminKey);
      const other = await sessionOf(world(), 'admin', adminKey);
      const headers = { ...session, ...fromOurPage };
      const reply = await world().send({ method, path, headers });
      expect([reply.status, reply.headers.location]).toEqual([status, location]);
      expect(reply.cookies).toEqual([
        'app_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
      ]);
      expect(await statusOfMe(world(), session)).toBe(401);
      expect(await statusOfMe(world(), other)).toBe(200);
    });

    it('count for nothing beside a key that is unknown', async () => {
      const session = await sessionOf(world(), 'admin', adminKey);
      for (const authorization of ['Bearer unknown', 'Basic YTpi', 'Bearer ', 'Bearer a b']) {
        expect(await statusOfMe(world(), { ...session, authorization })).toBe(401);
      }
    });

    it.each([
      ['their user’s key is rotated by an administrator', '/api/admin/users/uma/rotate-key'],
      ['their user rotates the key', '/api/me/rotate-key'],
    ])('end when %s', async (_name, path) => {
      const key = await addUser(world(), 'uma');
      const [one, two] = [
        await sessionOf(world(), 'uma', key),
        await sessionOf(world(), 'uma', key),
      ];
      const headers = path.includes('admin') ? asAdmin : { ...one, ...fromOurPage };
      expect((await world().send({ method: 'POST', path, headers })).status).toBe(200);
      expect(await statusOfMe(world(), one)).toBe(401);
      expect(await statusOfMe(world(), two)).toBe(401);
      expect(await statusOfMe(world(), bearer(key))).toBe(401);
    });

    it('of a removed user end, and a later user of that name has none of them', async () => {
      const session = await sessionOf(world(), 'uma', await addUser(world(), 'uma'));
      expect((await admin('DELETE', '/api/admin/users/uma')).status).toBe(200);
      expect(await statusOfMe(world(), session)).toBe(401);
      await addUser(world(), 'uma');
      expect(await statusOfMe(world(), session)).toBe(401);
    });
  });

  describe('writes by cookie (S12)', () => {
    const { host } = new URL('http://lantern.example:8000');
    it.each([
      ['without a sign of their page', {}, 403],
      ['from our page, by Origin', { origin: `http://${host}` }, 200],
      ['from our page behind a proxy with TLS', { origin: `https://${host}` }, 200],
      ['from our page, by Sec-Fetch-Site', fromOurPage, 200],
      ['from another site', { origin: 'https://elsewhere.example' }, 403],
      ['from another port', { origin: 'http://lantern.example:9000' }, 403],
      ['from a page without origin', { origin: 'null' }, 403],
      ['from a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
      ['typed by hand', { 'sec-fetch-site': 'none' }, 403],
      ['that say both', { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' }, 403],
    ])('%s', async (_name, signs, status) => {
      const session = await sessionOf(world(), 'admin', adminKey);
      const headers = { ...session, host, ...signs };
      const reply = await world().send({
        method: 'POST',
        path: '/api/admin/users',
        headers,
        body: { username: 'uma' },
      });
      expect(reply.status).toBe(status);
      if (status === 403) expect(reply.json()).toEqual({ detail: 'Cross-origin request refused' });
    });

    it('by key need none', async () => {
      const headers = { ...asAdmin, origin: 'https://elsewhere.example' };
      const body = { username: 'uma' };
      const path = '/api/admin/users';
      expect((await world().send({ method: 'POST', path, headers, body })).status).toBe(200);
    });

    it('of a logout by another site are refused', async () => {
      const session = await sessionOf(world(), 'admin', adminKey);
      const headers = { ...session, origin: 'https://elsewhere.example' };
      const reply = await world().send({ method: 'POST', path: '/api/auth/logout', headers });
      expect(reply.status).toBe(403);
      expect(await statusOfMe(world(), session)).toBe(200);
    });
  });

  describe('users', () => {
    it.each([
      [{}, 'Username is required'],
      [{ username: '' }, 'Username is required'],
      [{ username: null, role: 'nonsense' }, 'Username is required'],
      [{ username: 'admin' }, `Username 'admin' is reserved`],
      [{ username: 'ADMIN', role: 'nonsense' }, `Username 'admin' is reserved`],
      [{ username: 'a' }, /^Invalid username: 'a'\. /],
      [{ username: 'x'.repeat(51) }, /^Invalid username: 'x{51}'\. /],
      [{ username: '-ab', role: 'nonsense' }, /^Invalid username: '-ab'\. /],
      [{ username: 'a b' }, /^Invalid username: 'a b'\. /],
      [{ username: 'ab\n' }, /^Invalid username: /],
      [{ username: '../x' }, /^Invalid username: /],
      [{ username: 'ab', role: 'owner' }, `Invalid role: 'owner'. Must be admin, user, or viewer.`],
      [{ username: 'ab', role: '' }, `Invalid role: ''. Must be admin, user, or viewer.`],
      [{ username: 'taken' }, `User 'taken' already exists`],
    ])('%j cannot be made', async (body, detail) => {
      await addUser(world(), 'taken');
      const reply = await admin('POST', '/api/admin/users', body);
      const said = (reply.json() as { detail: string }).detail;
      expect([reply.status, said]).toEqual([
        400,
        typeof detail === 'string' ? detail : expect.stringMatching(detail),
      ]);
    });

    it.each(['ab', 'A.b_c-1', 'x'.repeat(50), '0x'])('%s can be made', async (username) => {
      const reply = await admin('POST', '/api/admin/users', { username });
      expect(reply.json()).toEqual({
        username,
        role: 'user',
        api_key: expect.stringMatching(/^app_[\w-]{43}$/) as string,
      });
      expect(reply.headers['cache-control']).toBe('no-store');
    });

    it('are listed newest first, without their keys and without the built-in one', async () => {
      for (const name of ['one', 'two', 'three']) await addUser(world(), name, 'viewer');
      const { users } = (await admin('GET', '/api/admin/users')).json() as { users: object[] };
      const created_at = '2026-03-01T12:00:00.000Z';
      expect(users).toEqual(
        ['three', 'two', 'one'].map((username, at) => ({
          id: 3 - at,
          username,
          role: 'viewer',
          created_at,
        })),
      );
    });

    it('of racing requests for one name one is made', async () => {
      const body = { username: 'uma' };
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => admin('POST', '/api/admin/users', body)),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array<number>(7).fill(400),
      ]);
    });

    it('cannot remove themselves, nor whom nobody knows', async () => {
      const ann = await addUser(world(), 'ann', 'admin');
      const remove = async (username: string, key: string) => {
        const path = `/api/admin/users/${username}`;
        const reply = await world().send({ method: 'DELETE', path, headers: bearer(key) });
        return [reply.status, reply.json()];
      };
      const own = [400, { detail: 'Cannot delete your own account' }];
      expect(await remove('ann', ann)).toEqual(own);
      expect(await remove('admin', adminKey)).toEqual(own);
      expect(await remove('nobody', ann)).toEqual([404, { detail: `User 'nobody' not found` }]);
      expect(await remove('ann', adminKey)).toEqual([200, { deleted: 'ann' }]);
      expect(await statusOfMe(world(), bearer(ann))).toBe(401);
    });
  });

  describe('keys', () => {
    const rotate = (headers: Record<string, string>, path: string, body?: object) =>
      world().send({ method: 'POST', path, headers, ...(body && { body }) });

    it.each(['viewer', 'user', 'admin'])('a %s rotates the own one', async (role) => {
      const key = await addUser(world(), 'uma', role);
      const reply = await rotate(bearer(key), '/api/me/rotate-key');
      const { new_api_key, ...rest } = reply.json() as { new_api_key: string };
      expect([reply.status, rest]).toEqual([200, { username: 'uma' }]);
      expect(new_api_key).toMatch(/^app_[\w-]{43}$/);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.cookies).toEqual([
        'app_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
      ]);
      expect(await statusOfMe(world(), bearer(key))).toBe(401);
      expect(await statusOfMe(world(), bearer(new_api_key))).toBe(200);
    });

    it.each([{}, { new_key: null }])('%j makes one', async (body) => {
      await addUser(world(), 'uma');
      const reply = await rotate(asAdmin, '/api/admin/users/uma/rotate-key', body);
      expect(reply.json()).toMatchObject({
        new_api_key: expect.stringMatching(/^app_/) as string,
      });
      expect(reply.headers['cache-control']).toBe('no-store');
    });

    it('of 16 characters of one’s own work, one less is refused', async () => {
      const key = await addUser(world(), 'uma');
      const short = await rotate(bearer(key), '/api/me/rotate-key', { new_key: 'x'.repeat(15) });
      expect([short.status, short.json()]).toEqual([
        400,
        { detail: 'The key must be at least 16 characters' },
      ]);
      expect(await statusOfMe(world(), bearer(key))).toBe(200);
      const mine = 'x'.repeat(16);
      const reply = await rotate(bearer(key), '/api/me/rotate-key', { new_key: mine });
      expect(reply.json()).toEqual({ username: 'uma', new_api_key: mine });
      expect(await statusOfMe(world(), bearer(mine))).toBe(200);
    });

    it.each([
      ['nobody', undefined, 404, `User 'nobody' not found`],
      ['nobody', 'short', 400, 'The key must be at least 16 characters'],
      ['admin', undefined, 404, `User 'admin' not found`],
    ])('of %s, to %s: %i', async (username, new_key, status, detail) => {
      const path = `/api/admin/users/${username}/rotate-key`;
      const reply = await rotate(asAdmin, path, new_key === undefined ? {} : { new_key });
      expect([reply.status, reply.json()]).toEqual([status, { detail }]);
    });

    it('that another user has are refused without saying so', async () => {
      await addUser(world(), 'vic');
      const key = await addUser(world(), 'uma');
      const new_key = 'a-key-of-two-users';
      await rotate(asAdmin, '/api/admin/users/vic/rotate-key', { new_key });
      const reply = await rotate(bearer(key), '/api/me/rotate-key', { new_key });
      expect(reply.status).toBe(400);
      expect(reply.text).not.toContain('vic');
      expect(await statusOfMe(world(), bearer(key))).toBe(200);
    });

    it.each(['key', 'session'])('of the one who holds ADMIN_KEY stay, by %s', async (by) => {
      const session = { ...(await sessionOf(world(), 'admin', adminKey)), ...fromOurPage };
      const reply = await rotate(by === 'key' ? asAdmin : session, '/api/me/rotate-key', {
        new_key: 'short',
      });
      const detail = 'ADMIN_KEY users cannot rotate keys. Change the ADMIN_KEY setting instead.';
      expect([reply.status, reply.json()]).toEqual([400, { detail }]);
    });
  });
}
