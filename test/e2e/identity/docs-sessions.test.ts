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
import { cookieOf } from '#test/support/http/http-client.ts';
import { homes } from '#test/support/homes.ts';
import { adminKey, openWorld } from '#test/support/world.ts';

const hour = 3_600_000;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Logins and sessions of the documentation service. */
describe.each(homes())('sessions of the documentation on $name', ({ home }) => {
  const environment = { ALLOWED_HOSTS: 'lantern.example' };
  const world = eachTest(() => openWorld(home, 'docs', { environment }));
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

    it.each([
      ['https%3A%2F%2Felsewhere.example%2F', '/'],
      ['%2F%5Celsewhere.example', '/'],
      // Encoded once more it is a path of this site, for browsers as well.
      ['%2F%252F%252Felsewhere.example', '/%2F%2Felsewhere.example'],
      ['%2F%255Celsewhere.example', '/%5Celsewhere.example'],
    ])('by the form never leads to another site: next=%s', async (next, to) => {
      const page = await world().send({ path: `/login?next=${next}` });
      expect(page.text.includes('name="next"')).toBe(to !== '/');
      const body = `username=admin&api_key=${adminKey}&next=${next}`;
      const reply = await world().send({ method: 'POST', path: '/login', headers: form, body });
      expect([reply.status, reply.headers.location]).toEqual([302, to]);
    });

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
  });

  describe('sessions (S11)', () => {
    it('live eight hours, used or not', async () => {
      const session = await sessionOf(world(), 'admin', adminKey);
      world().clock.jump(8 * hour - 1000);
      const me = await world().send({ path: '/api/auth/me', headers: session });
      expect([me.status, me.cookies]).toEqual([200, []]);
      world().clock.jump(1000);
      expect(await statusOfMe(world(), session)).toBe(401);
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
    const host = 'lantern.example:8000';
    it.each([
      ['without a sign of their page', {}, 403],
      ['from our page, by Origin', { origin: `http://${host}` }, 200],
      ['from a page of our name with TLS', { origin: `https://${host}` }, 403],
      ['from our page, by Sec-Fetch-Site', fromOurPage, 200],
      ['from another site', { origin: 'https://elsewhere.example' }, 403],
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
  });
});
