import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadHandler } from '#core/host/service/load-service.ts';
import { analysis } from '#functions/analysis/manifest.ts';
import { addUser, bearer, fromOurPage, sessionOf } from '#test/support/actors.ts';
import { headersFor, headersIn } from '#test/support/http/security-headers.ts';
import { adminKey, onLocal, openWorld, type World } from '#test/support/world.ts';
import { addressOf, analysisRoutes } from './routes.ts';

// Every route and what it answers to each kind of caller (S16), by the access rule of its endpoint.

interface Actor {
  readonly headers: (world: World) => Record<string, string> | Promise<Record<string, string>>;
  readonly hasName?: true;
  readonly isAllowed?: true;
  readonly isAdmin?: true;
}

let count = 0;

async function keyOf(world: World, name: string, role: string) {
  const username = `${name}${(count += 1)}`;
  return { username, key: await addUser(world, username, role) };
}

async function session(world: World, name: string, role = 'user') {
  const { username, key } = await keyOf(world, name, role);
  return { ...(await sessionOf(world, username, key)), ...fromOurPage };
}

const withKey = async (world: World, name: string, role = 'user') =>
  bearer((await keyOf(world, name, role)).key);

const actors: Readonly<Record<string, Actor>> = {
  anonymous: { headers: () => ({}) },
  'unknown key': { headers: () => bearer('a key of no user') },
  'name cookie': { headers: () => ({ cookie: 'app_username=someone' }), hasName: true },
  'reserved name cookie': { headers: () => ({ cookie: 'app_username=Admin' }) },
  'allowed name cookie': {
    headers: () => ({ cookie: 'app_username=Allowed1' }),
    hasName: true,
    isAllowed: true,
  },
  'user key': { headers: (world) => withKey(world, 'user'), hasName: true },
  'user session': { headers: (world) => session(world, 'user'), hasName: true },
  'allowed user key': {
    headers: async (world) => bearer(await allowedKey(world)),
    hasName: true,
    isAllowed: true,
  },
  'admin key': {
    headers: (world) => withKey(world, 'admin', 'admin'),
    hasName: true,
    isAllowed: true,
    isAdmin: true,
  },
  'admin session': {
    headers: (world) => session(world, 'admin', 'admin'),
    hasName: true,
    isAllowed: true,
    isAdmin: true,
  },
  ADMIN_KEY: {
    headers: () => bearer(adminKey),
    hasName: true,
    isAllowed: true,
    isAdmin: true,
  },
};

let allowed: Promise<string> | undefined;
const allowedKey = (world: World) => (allowed ??= addUser(world, 'allowed2'));

const noName = [401, 'Username required'] as const;
const asksForName = [401, 'Enter a name first: it signs what you write.'] as const;
const notAllowed = [
  403,
  'User not allowed. Contact an administrator to be added to the allow list.',
] as const;
const onlyAdmins = [403, 'Admin access required'] as const;

/** By the name of the rule; undefined: the caller passes. */
const rules: Readonly<Record<string, (actor: Actor) => readonly [number, string] | undefined>> = {
  public: () => undefined,
  visitor: () => undefined,
  named: ({ hasName }) => (hasName ? undefined : noName),
  writer: ({ isAllowed }) => (isAllowed ? undefined : notAllowed),
  namedWriter: ({ hasName, isAllowed }) =>
    hasName ? (isAllowed ? undefined : notAllowed) : noName,
  person: ({ hasName, isAllowed }) =>
    hasName ? (isAllowed ? undefined : notAllowed) : asksForName,
  admin: ({ isAdmin }) => (isAdmin ? undefined : onlyAdmins),
};

const pathOf = (name: string) => addressOf(name.split(' ')[1] ?? '');

const routes = analysis.routes.map((route) => [`${route.method} ${route.path}`, route] as const);

describe('the failure analysis', () => {
  let world: World;
  beforeAll(async () => {
    const environment = { ALLOWED_USERS: 'Nobody, ALLOWED1,allowed2' };
    world = await openWorld(onLocal, 'analysis', { environment });
  });
  afterAll(() => world.close());

  async function send(name: string, method: string, headers: Record<string, string>) {
    const { path = pathOf(name), body } = analysisRoutes[name] ?? {};
    const target = path.includes('TARGET') ? (await keyOf(world, 'target', 'user')).username : '';
    const fill = (text: string) =>
      text.replace('TARGET', target).replace('NEW', `new${(count += 1)}`);
    const form = typeof body === 'string' && {
      'content-type': 'application/x-www-form-urlencoded',
    };
    return world.send({
      method,
      path: fill(path),
      headers: { ...headers, ...form },
      ...(typeof body === 'string' && { body: fill(body) }),
      ...(typeof body === 'object' && { body: JSON.parse(fill(JSON.stringify(body))) as object }),
    });
  }

  it('has a case for every route, and no other', () => {
    expect(Object.keys(analysisRoutes).sort()).toEqual(routes.map(([name]) => name).sort());
  });

  it.each(routes)('%s answers each caller by its access rule (S16)', async (name, route) => {
    const { access } = (await loadHandler(route)).definition;
    // The unknown keys of the routes before do not count any more.
    await world.clock.advance(60_000);
    const passes = analysisRoutes[name]?.passes;
    const expected: Record<string, unknown> = {};
    const seen: Record<string, unknown> = {};
    for (const [title, actor] of Object.entries(actors)) {
      const refusal = rules[access]?.(actor);
      const reply = await send(name, route.method, await actor.headers(world));
      seen[title] = refusal
        ? [reply.status, (reply.json() as { detail: string }).detail]
        : reply.status;
      expected[title] = refusal ?? passes;
      expect(headersIn(reply)).toEqual(headersFor('analysis', reply));
    }
    expect(rules).toHaveProperty(access);
    expect(seen).toEqual(expected);
  });

  const writes = routes.filter(([, { method }]) => method !== 'GET');

  it.each(writes)('%s refuses pages of other sites (S12)', async (name, { method }) => {
    const other = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    const { cookie } = await session(world, 'admin', 'admin');
    for (const headers of [{ cookie }, { cookie: 'app_username=Allowed1' }, {}]) {
      const reply = await send(name, method, { ...headers, ...other });
      expect([headers, reply.status, reply.json()]).toEqual([
        headers,
        403,
        { detail: 'Cross-origin request refused' },
      ]);
    }
  });

  it('names a wrong body before it looks at the allow list', async () => {
    for (const [name, route] of writes) {
      const { access, body, bodyType = 'json' } = (await loadHandler(route)).definition;
      if (!['writer', 'namedWriter'].includes(access) || !body || bodyType !== 'json') continue;
      const path = analysisRoutes[name]?.path ?? pathOf(name);
      const headers = { cookie: 'app_username=someone' };
      const reply = await world.send({ method: route.method, path, headers, body: [] });
      expect([name, reply.status]).toEqual([name, 422]);
    }
  });

  it.each([
    ['GET', '/nowhere', 404, 404],
    ['GET', '/api/nowhere', 404, 404],
    ['GET', '/api/admin/nowhere', 403, 404],
    ['POST', '/api/admin/nowhere', 403, 404],
    ['GET', '/api/admin', 403, 404],
    ['GET', '/api/admin/', 403, 404],
  ])('%s %s: %i, administrators %i', async (method, path, status, forAdmins) => {
    const request = { method, path };
    expect((await world.send(request)).status).toBe(status);
    expect((await world.send({ ...request, headers: bearer(adminKey) })).status).toBe(forAdmins);
  });
});
