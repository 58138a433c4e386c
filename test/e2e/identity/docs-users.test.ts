import { describe, expect, it } from 'vitest';
import {
  addUser,
  asAdmin,
  bearer,
  fromOurPage,
  sessionOf,
  statusOfMe,
} from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { adminKey, openWorld } from '#test/support/world.ts';

/** Users and keys of the documentation service. */
describe.each(homes())('users of the documentation on $name', ({ home }) => {
  const world = eachTest(() => openWorld(home, 'docs'));
  const admin = (method: string, path: string, body?: object) =>
    world().send({ method, path, headers: asAdmin, ...(body && { body }) });

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
      const mine = 'a-key-of-my-own!';
      const reply = await rotate(bearer(key), '/api/me/rotate-key', { new_key: mine });
      expect(reply.json()).toEqual({ username: 'uma', new_api_key: mine });
      expect(await statusOfMe(world(), bearer(mine))).toBe(200);
    });

    it.each(['x'.repeat(16), 'ab'.repeat(8), '1'.repeat(511) + '2'])(
      'of one’s own that repeat one or two characters are refused: %s',
      async (new_key) => {
        const key = await addUser(world(), 'uma');
        for (const [path, headers] of [
          ['/api/me/rotate-key', bearer(key)],
          ['/api/admin/users/uma/rotate-key', asAdmin],
        ] as const) {
          const reply = await rotate(headers, path, { new_key });
          expect([reply.status, reply.json()]).toEqual([400, { detail: 'Key is too simple' }]);
        }
        expect(await statusOfMe(world(), bearer(key))).toBe(200);
      },
    );

    it.each([
      ['nobody', undefined, 404, `User 'nobody' not found`],
      ['nobody', 'short', 400, 'The key must be at least 16 characters'],
      ['admin', undefined, 404, `User 'admin' not found`],
    ])('of %s, to %s: %i', async (username, new_key, status, detail) => {
      const path = `/api/admin/users/${username}/rotate-key`;
      const reply = await rotate(asAdmin, path, new_key === undefined ? {} : { new_key });
      expect([reply.status, reply.json()]).toEqual([status, { detail }]);
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
});
