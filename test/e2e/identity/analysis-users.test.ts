import { describe, expect, it } from 'vitest';
import { changeUserTokens } from '#core/analysis/people/user-tokens.ts';
import { userTokens } from '#core/analysis/base/tables/tables.ts';
import { asAdmin, bearer, fromOurPage, sessionOf } from '#test/support/actors.ts';
import { addJob, nestedResult } from '#test/support/analysis/analysis-jobs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

const users = '/api/admin/users';

/** Users of the failure analysis, and the tokens that they store. */
describe.each(homes())('users of the analysis on $name', ({ home }) => {
  const world = eachTest(() => openWorld(home, 'analysis'));
  const send = async (method: string, path: string, body?: object, headers = {}) => {
    const reply = await world().send({
      ...{ method, path, headers: { ...asAdmin, ...headers } },
      ...(body && { body }),
    });
    return { ...reply, body: reply.json() as Record<string, unknown> };
  };
  const add = async (username: string, role = 'user') =>
    bearer(String((await send('POST', users, { username, role })).body['api_key']));
  const rolesNow = async () => {
    const { body } = await send('GET', users);
    const rows = body['users'] as { username: string; role: string }[];
    return Object.fromEntries(rows.map(({ username, role }) => [username, role]));
  };
  const me = async (headers: Record<string, string>) =>
    (await world().send({ path: '/api/auth/me', headers })).json();

  it('are listed newest first with what they did last, at most one write a minute', async () => {
    const [uma, vic] = [await add('uma'), await add('vic', 'admin')];
    const seen = async () => {
      const { body } = await send('GET', users);
      return (body['users'] as { last_seen: string }[]).map(({ last_seen }) => last_seen);
    };
    const created_at = '2026-03-01T12:00:00.000Z';
    expect((await send('GET', users)).body).toEqual({
      users: [
        { id: 2, username: 'vic', role: 'admin', created_at, last_seen: null },
        { id: 1, username: 'uma', role: 'user', created_at, last_seen: null },
      ],
    });
    await Promise.all(Array.from({ length: 4 }, () => me(uma)));
    await world().clock.advance(59_999);
    await me(uma);
    expect(await seen()).toEqual([null, created_at]);
    await world().clock.advance(1);
    await me(uma);
    await me(await sessionOf(world(), 'vic', vic.authorization.slice(7)));
    const later = '2026-03-01T12:01:00.000Z';
    expect(await seen()).toEqual([later, later]);
  });

  it('are also who acts under a name alone; a name without a key can get one', async () => {
    const uma = await add('uma');
    await addJob(world().platform, { id: 'job_1' }, nestedResult);
    const as = (name: string) => ({ cookie: `app_username=${name}`, authorization: '' });
    const write = async (method: string, path: string, body: object, name: string) =>
      (await send(method, path, body, as(name))).status;
    const target = { test_name: 'login' };
    const analysis = { failures: [], ai_provider: 'provider_a', ai_model: 'm' };
    const review = { ...target, reviewed: true };
    const override = { ...target, classification: 'PRODUCT BUG' };
    await world().clock.advance(60_000);
    expect([
      await write('POST', '/results/job_1/comments', { ...target, comment: 'x' }, 'Ada%20L'),
      await write('POST', '/analyze-failures', analysis, 'bob'),
      await write('PUT', '/results/job_1/reviewed', review, 'cyd'),
      await write('PUT', '/results/job_1/override-classification', override, 'uma'),
      await write('POST', '/results/job_1/comments', { ...target, comment: 'x' }, 'Admin'),
      await write('POST', '/results/none/comments', { ...target, comment: 'x' }, 'dee'),
      await write('GET', '/health', {}, 'eve'),
    ]).toEqual([201, 200, 200, 200, 201, 404, 200]);
    const at = '2026-03-01T12:01:00.000Z';
    const rows = { role: 'user', created_at: at, last_seen: at };
    expect((await send('GET', users)).body).toEqual({
      users: [
        { id: 4, username: 'cyd', ...rows },
        { id: 3, username: 'bob', ...rows },
        { id: 2, username: 'Ada L', ...rows },
        { id: 1, username: 'uma', ...rows, created_at: '2026-03-01T12:00:00.000Z' },
      ],
    });
    expect(await me(uma)).toMatchObject({ username: 'uma' });
    expect(await me(await add('bob', 'admin'))).toMatchObject({ username: 'bob', role: 'admin' });
    expect((await send('POST', users, { username: 'bob' })).status).toBe(400);
    expect((await send('DELETE', `${users}/Ada%20L`)).body).toEqual({ deleted: 'Ada L' });
  });

  it.each<[string, string, object | undefined, number, string | RegExp]>([
    [
      'POST',
      '',
      { username: 'new', role: 'viewer' },
      400,
      `Invalid role: 'viewer'. Must be admin or user.`,
    ],
    ['POST', '', { username: 'new', more: 1 }, 422, 'more: Unknown field'],
    ['DELETE', '/admin', undefined, 400, 'Cannot delete your own account'],
    ['DELETE', '/none', undefined, 404, `User 'none' not found`],
    ['DELETE', '/vic', undefined, 400, /^'vic' is the last administrator/],
    ['PUT', '/uma/role', {}, 400, 'Role is required'],
    ['PUT', '/uma/role', { role: 'owner' }, 400, `Invalid role: 'owner'. Must be admin or user.`],
    ['PUT', '/admin/role', { role: 'user' }, 400, 'Cannot change your own role'],
    ['PUT', '/uma/role', { role: 'user' }, 400, `User 'uma' already has the role 'user'`],
    ['PUT', '/vic/role', { role: 'user' }, 400, /^'vic' is the last administrator/],
    ['PUT', '/none/role', { role: 'user' }, 404, `User 'none' not found`],
    ['POST', '/none/rotate-key', {}, 404, `User 'none' not found`],
    ['POST', '/uma/rotate-key', { new_key: 'short' }, 400, /at least 16 characters/],
  ])('%s users%s %j: %i', async (method, path, body, status, detail) => {
    await add('uma');
    await add('vic', 'admin');
    const before = await rolesNow();
    const reply = await send(method, `${users}${path}`, body);
    const matching =
      typeof detail === 'string' ? detail : (expect.stringMatching(detail) as string);
    expect([reply.status, reply.body['detail']]).toEqual([status, matching]);
    expect(await rolesNow()).toEqual(before);
  });

  it('a new administrator gets a new key; a former one keeps theirs as a user (S11)', async () => {
    const uma = await add('uma');
    const session = await sessionOf(world(), 'uma', uma.authorization.slice(7));
    await add('vic', 'admin');
    const promoted = await send('PUT', `${users}/uma/role`, { role: 'admin' });
    expect([promoted.status, promoted.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(promoted.body).toEqual({
      ...{ username: 'uma', role: 'admin' },
      api_key: expect.stringMatching(/^app_[\w-]{43}$/) as string,
    });
    const key = bearer(String(promoted.body['api_key']));
    expect([await me(uma), await me(session)]).toEqual(Array(2).fill(await me({})));
    expect(await me(key)).toMatchObject({ username: 'uma', is_admin: true });
    const demoted = await send('PUT', `${users}/uma/role`, { role: 'user' });
    expect(demoted.body).toEqual({ username: 'uma', role: 'user' });
    expect(await me(key)).toMatchObject({ username: 'uma', is_admin: false });
    const own = await send('PUT', `${users}/vic/role`, { role: 'user' }, key);
    expect([own.status, own.body]).toEqual([403, { detail: 'Admin access required' }]);
  });

  it('a rotated or deleted key is dead at once, its sessions too (S11)', async () => {
    const uma = await add('uma');
    const session = await sessionOf(world(), 'uma', uma.authorization.slice(7));
    const rotated = await send('POST', `${users}/uma/rotate-key`);
    expect([rotated.status, rotated.headers['cache-control']]).toEqual([200, 'no-store']);
    const key = bearer(String(rotated.body['new_api_key']));
    expect([await me(uma), await me(session)]).toEqual(Array(2).fill(await me({})));
    expect(await me(key)).toMatchObject({ username: 'uma' });
    expect((await send('DELETE', `${users}/uma`)).body).toEqual({ deleted: 'uma' });
    expect(await me(key)).toEqual(await me({}));
  });

  it('administrators who remove each other leave one (S11)', async () => {
    const names = ['ann', 'bob', 'cid', 'dan'];
    for (const path of ['', '/role']) {
      for (const name of Object.keys(await rolesNow()))
        await send('PUT', `${users}/${name}/role`, { role: 'user' });
      const keys = new Map<string, Record<string, string>>();
      for (const name of names) {
        await send('DELETE', `${users}/${name}`);
        keys.set(name, await add(name, 'admin'));
      }
      await Promise.all(
        names.map((name, at) => {
          const next = names[(at + 1) % names.length] ?? '';
          const method = path === '' ? 'DELETE' : 'PUT';
          const body = path === '' ? undefined : { role: 'user' };
          return send(method, `${users}/${next}${path}`, body, keys.get(name));
        }),
      );
      expect(Object.values(await rolesNow())).toContain('admin');
    }
  });

  describe('tokens of a user', () => {
    const path = '/api/user/tokens';
    const none = { scm_token: '', tracker_email: '', tracker_token: '' };
    const tokens = async (headers: Record<string, string>, body?: object) => {
      const method = body ? 'PUT' : 'GET';
      const reply = await world().send({ method, path, headers, ...(body && { body }) });
      expect(reply.status === 200 ? reply.headers['cache-control'] : 'no-store').toBe('no-store');
      return reply.json();
    };

    it('are shown by their last characters; an empty text removes one (S10)', async () => {
      const uma = await add('uma');
      const first = {
        scm_token: ' scm-secret-1234 ',
        tracker_email: 'uma@host.example',
        tracker_token: 'short',
      };
      const masked = { scm_token: '****1234', tracker_email: '****mple', tracker_token: '****' };
      expect(await tokens(uma)).toEqual(none);
      expect(await tokens(uma, first)).toEqual(masked);
      expect(await tokens(uma, { tracker_email: '' })).toEqual({ ...masked, tracker_email: '' });
      expect(await tokens(uma)).toEqual({ ...masked, tracker_email: '' });
      const { rows } = await world().platform.records.list(userTokens, {});
      expect(rows).toHaveLength(1);
      expect(JSON.stringify([rows, world().logs])).not.toMatch(/secret-1234|uma@host/);
    });

    it('need a name, and belong to who proved it', async () => {
      const uma = await add('uma');
      const cookie = { cookie: 'app_username=uma' };
      await tokens(uma, { scm_token: 'the-token-of-uma' });
      const reply = await world().send({ path });
      expect([reply.status, reply.json()]).toEqual([401, { detail: 'Username required' }]);
      expect(await tokens(cookie)).toEqual(none);
      expect(await tokens(cookie, { scm_token: 'of-the-cookie' })).toMatchObject({
        scm_token: '****okie',
      });
      expect(await tokens(uma)).toMatchObject({ scm_token: '****-uma' });
      await send('DELETE', `${users}/uma`);
      expect(await tokens(await add('uma'))).toEqual(none);
      expect((await world().platform.records.list(userTokens, {})).rows).toHaveLength(1);
      expect(await tokens(asAdmin)).toEqual(none);
    });

    it.each([
      [{ scm_token: 'a\r\nb' }, 'scm_token: must not hold control characters'],
      [{ scm_token: 'x'.repeat(1025) }, /^scm_token: /],
      [{ scm_token: 1 }, /^scm_token: /],
      [{ password: 'a' }, 'password: Unknown field'],
    ])('%j is refused', async (body, detail) => {
      const said = {
        detail: typeof detail === 'string' ? detail : (expect.stringMatching(detail) as string),
      };
      expect(await tokens(await add('uma'), body)).toEqual(said);
    });

    it('are gone when APP_ENCRYPTION_KEY changes', async () => {
      const caller = { username: 'admin', role: 'admin', isAdmin: true, via: 'key' } as const;
      const other = { ...world().platform, environment: { APP_ENCRYPTION_KEY: 'another key' } };
      await changeUserTokens(other, caller, { scm_token: 'a-secret-token' });
      expect(await tokens(asAdmin)).toEqual(none);
    });

    it('of a session are written only from our pages (S12)', async () => {
      const uma = await add('uma');
      const session = await sessionOf(world(), 'uma', uma.authorization.slice(7));
      expect(await tokens(session, { scm_token: 'a' })).toEqual({
        detail: 'Cross-origin request refused',
      });
      expect(await tokens({ ...session, ...fromOurPage }, { scm_token: 'a' })).toMatchObject({
        scm_token: '****',
      });
    });
  });
});
