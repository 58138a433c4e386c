import { describe, expect, it } from 'vitest';
import { addUser, asAdmin, bearer, fromOurPage, sessionOf } from '#test/support/actors.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import type { Received, Sent } from '#test/support/http/http-client.ts';
import { homes } from '#test/support/homes.ts';
import { adminKey, openWorld, type World } from '#test/support/world.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const login = (api_key: string): Sent => ({
  method: 'POST',
  path: '/api/auth/login',
  body: { username: 'admin', api_key },
});
const loginForm = (key: string): Sent => ({
  method: 'POST',
  path: '/login',
  headers: form,
  body: `username=admin&api_key=${key}`,
});

/** What a service answers to those who guess keys, and to others. */
describe.each(homes())('guessing on $name', ({ home }) => {
  const open = (service: 'docs' | 'analysis', more: Record<string, string> = {}) =>
    openWorld(home, service, { environment: { TRUSTED_PROXIES: '127.0.0.1', ...more } });
  const sendTo =
    (world: World, address: string) =>
    ({ headers, ...sent }: Sent): Promise<Received> =>
      world.send({ ...sent, headers: { ...headers, 'x-forwarded-for': address } });

  /** Sixty wrong keys, by each way in turn. */
  async function guess(send: (sent: Sent) => Promise<Received>, path: string): Promise<number[]> {
    const seen = new Set<number>();
    for (let at = 0; at < 20; at += 1) {
      const key = `guess-number-${at}`;
      for (const sent of [{ path, headers: bearer(key) }, login(key), loginForm(key)]) {
        seen.add((await send(sent)).status);
      }
    }
    return [...seen];
  }

  describe('guessing of keys (S11)', () => {
    it('is slowed down for one address, where a login is needed', async () => {
      const world = await open('docs', { PUBLIC_DOCS: 'true' });
      await addProject(world.platform, { name: 'site' }, { 'index.html': 'hello' });
      const uma = await addUser(world, 'uma');
      const session = { ...(await sessionOf(world, 'uma', uma)), ...fromOurPage };
      const send = sendTo(world, '203.0.113.7');
      expect(await guess(send, '/api/status')).toEqual([401]);

      const detail = 'Too many wrong API keys from your address. Try again in 10 seconds.';
      const asUma = bearer(uma);
      for (const sent of [
        { path: '/api/status', headers: asUma },
        { path: '/api/status', headers: bearer('another guess') },
        { path: '/api/nowhere', headers: asUma },
        { path: '/', headers: asUma },
        { path: '/api/admin/users', headers: asAdmin },
        login(adminKey),
      ]) {
        const { status, headers, json } = await send(sent);
        expect([sent.path, status, headers['retry-after'], json()]).toEqual([
          sent.path,
          429,
          '10',
          { detail },
        ]);
      }
      const page = await send(loginForm(adminKey));
      expect([page.status, page.headers['retry-after']]).toEqual([429, '10']);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toContain(detail);

      const others: readonly [Sent, number][] = [
        [{ path: '/api/status', headers: session }, 200],
        [{ method: 'POST', path: '/api/me/rotate-key', headers: session }, 200],
        [{ path: '/api/status' }, 401],
        [{ path: '/api/status', headers: { authorization: 'Basic dW1hOng=' } }, 401],
        [{ path: '/login' }, 200],
        [{ path: '/openapi.json', headers: asUma }, 200],
        [{ path: '/docs/site/', headers: asUma }, 200],
        [{ path: '/docs/site/', headers: bearer('another guess') }, 200],
      ];
      for (const [sent, status] of others) {
        expect([sent.path, (await send(sent)).status]).toEqual([sent.path, status]);
      }
      const elsewhere = sendTo(world, '203.0.113.8');
      expect((await elsewhere({ path: '/api/status', headers: asAdmin })).status).toBe(200);

      expect(JSON.stringify(world.logs)).not.toMatch(/guess-number|another guess/);
      const warnings = world.logs.filter(({ client }) => client === '203.0.113.7');
      expect(warnings).toHaveLength(61);
      expect(warnings.at(-1)).toMatchObject({ level: 'WARNING', failures: 60, seconds: 10 });

      await world.clock.advance(10_000);
      expect((await send({ path: '/api/status', headers: asAdmin })).status).toBe(200);
      await world.close();
    });

    it('is nothing that comes without a key', async () => {
      const world = await open('docs');
      const send = sendTo(world, '203.0.113.7');
      for (let at = 0; at < 70; at += 1) {
        await send({ path: '/api/status' });
        await send({ path: '/api/status', headers: { cookie: 'app_session=old' } });
        await send({ path: '/api/status', headers: { authorization: 'Bearer ' } });
        await send(login(''));
      }
      expect((await send({ path: '/api/status', headers: asAdmin })).status).toBe(200);
      expect(world.logs.filter(({ client }) => client !== undefined)).toEqual([]);
      await world.close();
    });

    it('hides a key from what is open, where unknown keys count as none', async () => {
      const world = await open('analysis');
      const send = sendTo(world, '2001:db8::1');
      expect(await guess(send, '/api/auth/me')).toEqual([200, 401]);
      const neighbour = sendTo(world, '2001:db8::2');
      const me = await neighbour({ path: '/api/auth/me', headers: asAdmin });
      expect([me.status, me.json()]).toEqual([
        200,
        { username: '', role: 'user', is_admin: false },
      ]);
      const { status } = await send({ path: '/api/admin/nowhere', headers: asAdmin });
      expect([status, (await send(login(adminKey))).status]).toEqual([429, 429]);
      expect((await send({ path: '/api/admin/nowhere' })).status).toBe(403);
      await world.close();
    });
  });
});
