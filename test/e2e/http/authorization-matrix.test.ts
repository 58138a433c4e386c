import { beforeAll, describe, expect, it } from 'vitest';
import { loadService } from '#core/host/service/load-service.ts';
import { services, type ServiceName } from '#functions/manifest.ts';
import { addUser, bearer } from '#test/support/actors.ts';
import { addressOf, analysisRoutes } from '#test/e2e/analysis/routes.ts';
import { headersFor, headersIn } from '#test/support/http/security-headers.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

// Every route and what it answers to everybody (S16). A route of the manifest without a row here
// is red, and so is a row without a route.

// The failure analysis has other kinds of callers: analysis-authorization.test.ts.

type Matrixed = Exclude<ServiceName, 'analysis'>;

const actors = ['anonymous', 'viewer', 'user', 'admin', 'super', 'stranger'] as const;
type Actor = (typeof actors)[number];

/** In the order of `actors`: no key, a viewer's, a user's, an administrator's, ADMIN_KEY, an unknown
 * one. */
type Statuses = readonly [number, number, number, number, number, number];

interface Row {
  readonly statuses: Statuses;
  readonly path?: string;
  readonly body?: object | string;
}

const all = (status: number): Statuses => [status, status, status, status, status, status];
const signedIn = (status: number): Statuses => [401, status, status, status, status, 401];
const writers = (status: number): Statuses => [401, 403, status, status, status, 401];
const withKey = (status: number): Statuses => [401, 401, 401, 401, status, 401];
const open = all(200);
const missing = all(404);
const onlyAdmins: Statuses = [401, 403, 403, 200, 200, 401];
const readers = signedIn(200);
const onlyKey = withKey(200);
const hidden = withKey(404);
const unseen = signedIn(404);

const matrix: Readonly<Record<Matrixed, Readonly<Record<string, Statuses | Row>>>> = {
  docs: {
    'GET /': readers,
    'GET /search': readers,
    'GET /docs': readers,
    'GET /api': readers,
    'GET /health': open,
    'GET /openapi.json': open,
    'GET /assets/{file}': missing,
    'GET /login': open,
    'POST /login': { statuses: all(401), body: 'username=a&api_key=b' },
    'GET /logout': [302, 302, 302, 302, 302, 401],
    'POST /api/auth/login': { statuses: open, body: { username: 'admin', api_key: 'ADMIN_KEY' } },
    'POST /api/auth/logout': readers,
    'GET /api/auth/me': readers,
    'POST /api/me/rotate-key': [401, 200, 200, 200, 400, 401],
    'GET /api/admin/users': onlyAdmins,
    'POST /api/admin/users': { statuses: onlyAdmins, body: { username: 'NEW' } },
    'DELETE /api/admin/users/{username}': onlyAdmins,
    'POST /api/admin/users/{username}/rotate-key': onlyAdmins,
    'POST /api/generate': {
      statuses: writers(202),
      body: { repo_url: 'https://code.example/team/NEW' },
    },
    'POST /api/generate/estimate': {
      statuses: writers(200),
      body: { repo_url: 'https://code.example/team/NEW' },
    },
    'POST /api/projects/{name}/abort': writers(404),
    'POST /api/projects/{name}/retry': writers(404),
    'GET /api/status': readers,
    'GET /api/projects': readers,
    'GET /api/projects/{name}': unseen,
    'DELETE /api/projects/{name}': writers(404),
    'GET /api/projects/{name}/download': unseen,
    'GET /api/projects/{name}/search': { statuses: unseen, path: '/api/projects/none/search?q=a' },
    'GET /api/search': { statuses: readers, path: '/api/search?q=a' },
    'GET /api/projects/{name}/pages': unseen,
    'GET /api/projects/{name}/pages/{slug}': {
      statuses: unseen,
      path: '/api/projects/none/pages/a',
    },
    'POST /api/projects/{name}/pages/{slug}/useful': {
      statuses: unseen,
      path: '/api/projects/none/pages/a/useful',
      body: { useful: true },
    },
    'GET /mcp': signedIn(405),
    'POST /mcp': { statuses: signedIn(406), body: {} },
    'DELETE /mcp': signedIn(405),
    'GET /api/projects/{name}/progress': unseen,
    'GET /api/projects/{name}/generations': unseen,
    'POST /api/admin/projects/{name}/access': {
      statuses: [401, 403, 403, 404, 404, 401],
      body: { username: 'TARGET', owner: 'admin' },
    },
    'GET /api/admin/projects/{name}/access': {
      statuses: onlyAdmins,
      path: '/api/admin/projects/none/access?owner=admin',
    },
    'DELETE /api/admin/projects/{name}/access/{username}': {
      statuses: onlyAdmins,
      path: '/api/admin/projects/none/access/TARGET?owner=admin',
    },
    'GET /docs/{path+}': { statuses: unseen, path: '/docs/none/index.html' },
    'GET /docs/{path+} of a folder': { statuses: unseen, path: '/docs/none/' },
    'GET /docs/{path+} of a name': [308, 308, 308, 308, 308, 401],
    'GET /admin': onlyAdmins,
    'GET /projects/{name}': unseen,
    'POST /projects': { statuses: writers(202), body: 'source=https://code.example/team/NEW-form' },
    'POST /estimate': {
      statuses: writers(200),
      body: 'source=https://code.example/team/NEW-form',
    },
    'POST /projects/{name}/abort': writers(404),
    'POST /projects/{name}/retry': writers(404),
    'POST /projects/{name}/delete': writers(404),
    'POST /admin': { statuses: onlyAdmins, body: 'task=make-user&username=NEW' },
    'POST /key': { statuses: [401, 200, 200, 200, 400, 401], body: '' },
    fallback: { statuses: [404, 404, 404, 404, 404, 401], path: '/nowhere' },
    'fallback of the interface': { statuses: signedIn(404), path: '/api/nowhere' },
  },
  // Its callers come through a proxy from outside; `super` has LOGS_KEY. On this machine:
  // logs-access.test.ts.
  webhook: {
    'GET /webhook_server/healthcheck': open,
    // Without a configuration: a delivery is checked by its signature, not by who sends it.
    'POST /webhook_server': all(400),
    'GET /static/{file}': missing,
    'GET /': all(302),
    'GET /logs': open,
    'GET /openapi.json': open,
    'GET /docs': open,
    'GET /redoc': open,
    // Switched off; switched on: mcp.test.ts.
    'GET /mcp': missing,
    'POST /mcp': missing,
    'DELETE /mcp': missing,
    'GET /logs/login': open,
    'POST /logs/login': { statuses: all(401), body: 'key=a' },
    'GET /logs/deliveries': onlyKey,
    'POST /logs/deliveries': { statuses: withKey(422), body: 'task=replay' },
    'GET /logs/deliveries/{id}': missing,
    'POST /logs/deliveries/{id}': { statuses: hidden, body: 'task=replay' },
    'GET /logs/configuration': onlyKey,
    'POST /logs/configuration': { statuses: withKey(422), body: 'kind=none' },
    'GET /logs/pulls/{number}': missing,
    'GET /logs/pulls/{owner}/{repo}/{number}': missing,
    'POST /logs/retention': { statuses: withKey(200), body: 'sure=yes' },
    'GET /logs/api/entries': open,
    'GET /logs/api/export': open,
    'GET /logs/api/export.ndjson': open,
    'GET /logs/api/around': { statuses: missing, path: '/logs/api/around?cursor=1' },
    'GET /logs/api/histogram': open,
    'GET /logs/api/pr-flow/{identifier}': missing,
    'GET /logs/api/workflow-steps/{hook_id}': missing,
    'GET /logs/api/step-logs/{hook_id}/{step_name+}': all(403),
    'POST /logs/api/logout': open,
    'GET /logs/api/deliveries': onlyKey,
    'GET /logs/api/overview': onlyKey,
    'GET /logs/api/deliveries/{id}': hidden,
    'POST /logs/api/deliveries/replay': { statuses: withKey(202), body: { ids: ['none'] } },
    'POST /logs/api/deliveries/{id}/replay': hidden,
    fallback: { statuses: missing, path: '/nowhere' },
  },
  // Its key is not a user's: here it is ADMIN_KEY's value.
  sessions: {
    'GET /health': open,
    'GET /openapi.json': open,
    'GET /assets/{file}': missing,
    'GET /': onlyKey,
    'GET /api': open,
    'GET /read/{id}': hidden,
    'GET /search': { statuses: onlyKey, path: '/search?q=a' },
    'GET /search/messages': { statuses: onlyKey, path: '/search/messages?q=a' },
    'GET /search/history': { statuses: onlyKey, path: '/search/history?q=a' },
    'GET /sessions': onlyKey,
    'GET /sessions/{id}': hidden,
    'GET /sessions/{id}/messages': hidden,
    'GET /projects': onlyKey,
    'GET /stats': onlyKey,
    'GET /uploads': onlyKey,
    'POST /uploads': { statuses: withKey(409), body: { path: 'history.jsonl' } },
    'GET /info': onlyKey,
    'GET /overview': onlyKey,
    fallback: { statuses: missing, path: '/nowhere' },
  },
  // Its key too is ADMIN_KEY's value.
  agent: {
    'GET /health': open,
    'GET /openapi.json': open,
    'GET /api': open,
    'GET /assets/{file}': missing,
    'GET /': onlyKey,
    'POST /try': { statuses: withKey(400), body: 'message=' },
    'GET /read/{id}': hidden,
    'POST /read/{id}': { statuses: hidden, body: 'task=abort' },
    'GET /overview': onlyKey,
    'GET /models': onlyKey,
    'POST /models/refresh': onlyKey,
    'GET /models/{provider}/status': hidden,
    'GET /sessions': onlyKey,
    'POST /sessions': { statuses: withKey(400), body: {} },
    'GET /sessions/{id}/messages': hidden,
    'POST /sessions/{id}/prompt': { statuses: hidden, body: { message: 'a' } },
    'GET /sessions/{id}/events': hidden,
    'POST /sessions/{id}/permissions/{request}': { statuses: hidden, body: { allow: true } },
    'POST /sessions/{id}/abort': hidden,
    'DELETE /sessions/{id}': onlyKey,
    fallback: { statuses: missing, path: '/nowhere' },
  },
};

const key = 'the-administrator-of-the-matrix';

const rowOf = (value: Statuses | Row): Row => ('statuses' in value ? value : { statuses: value });
const pathOf = (name: ServiceName, method: string, path: string) => {
  const route = `${method} ${path}`;
  const row = name === 'analysis' ? analysisRoutes[route] : rowOf(matrix[name][route] ?? open);
  return row?.path ?? addressOf(path);
};

const environment = { ADMIN_KEY: key, SESSIONINFO_KEY: key, SIDECAR_KEY: key };
const ofWebhook = { LOGS_KEY: key, ENABLE_LOG_SERVER: 'true', TRUSTED_PROXIES: '127.0.0.1' };
let client = 0;
/** Another client each time: wrong keys of one address are slowed down. */
const fromOutside = () => ({ 'x-forwarded-for': `203.0.113.${(client = (client + 1) % 250)}` });

describe.each(Object.keys(services) as ServiceName[])('%s', (name) => {
  let world: World;
  beforeAll(async () => {
    const own = { ...environment, ENABLE_LOG_SERVER: 'true' };
    world = await openWorld(onLocal, name, { environment: own });
    if (name === 'agent') await world.platform.agents.discover();
  });

  it('takes no body beyond 16 KiB, on any route without a limit of its own (S14)', async () => {
    const { routes } = await loadService(name, services[name]);
    const limited = routes.filter(({ handler: { definition } }) => {
      const { body, bodyType, bodyLimit } = definition;
      return (body || bodyType) && !bodyLimit;
    });
    expect(limited.length > 0).toBe(name !== 'agent');
    for (const { method, path } of limited.map(({ pattern }) => pattern)) {
      const reply = await world.send({
        method,
        path: pathOf(name, method, path),
        headers: bearer(key),
        body: 'x'.repeat(16_385),
      });
      expect([method, path, reply.status]).toEqual([method, path, 413]);
    }
  });

  it('answers browsers with its security headers on every route (S19)', async () => {
    for (const { path } of services[name].routes.filter(({ method }) => method === 'GET')) {
      for (const headers of [{}, bearer(key)]) {
        const accept = 'text/html,*/*;q=0.8';
        const reply = await world.send({
          path: pathOf(name, 'GET', path),
          headers: { ...headers, accept },
        });
        expect([path, headersIn(reply)]).toEqual([path, headersFor(name, reply)]);
      }
    }
  });
});

describe.each(Object.keys(matrix) as Matrixed[])('%s', (name) => {
  let world: World;
  const isWebhook = name === 'webhook';
  beforeAll(async () => {
    const own = { ...environment, ...(isWebhook && ofWebhook) };
    world = await openWorld(onLocal, name, { environment: own });
    if (name === 'agent') await world.platform.agents.discover();
  });

  it('has a row for every route, and no other', () => {
    const routes = services[name].routes.map(({ method, path }) => `${method} ${path}`);
    const rows = Object.keys(matrix[name]).filter((row) => !row.startsWith('fallback'));
    const keys = new Set(rows.map((row) => row.replace(/ of .*/, '')));
    expect([...keys].sort()).toEqual(routes.sort());
  });

  let count = 0;

  async function add(role: string): Promise<{ username: string; key: string }> {
    const username = `${role}-${(count += 1)}`;
    const made = name === 'docs' && addUser(world, username, role, bearer(key));
    return { username, key: (await made) || 'any key' };
  }

  async function headersOf(actor: Actor): Promise<Record<string, string>> {
    if (actor === 'anonymous') return {};
    if (actor === 'super') return bearer(key);
    if (actor === 'stranger') return bearer('nobody knows this key');
    return bearer((await add(actor)).key);
  }

  it.each(Object.entries(matrix[name]))('%s', async (route, value) => {
    const { statuses, path, body } = rowOf(value);
    const [method = 'GET', declared = '/'] = route.startsWith('fallback')
      ? ['GET']
      : route.split(' ');
    const seen: Record<string, number> = {};
    for (const actor of actors) {
      const target = name === 'docs' ? (await add('user')).username : 'none';
      const fill = (text: string) =>
        text.replace('TARGET', target).replace('NEW', `new-${target}`).replace('ADMIN_KEY', key);
      const form = typeof body === 'string' && {
        'content-type': 'application/x-www-form-urlencoded',
      };
      const reply = await world.send({
        method,
        path: fill(path ?? addressOf(declared)),
        headers: { ...(await headersOf(actor)), ...form, ...(isWebhook && fromOutside()) },
        ...(body && {
          body:
            typeof body === 'string'
              ? fill(body)
              : (JSON.parse(fill(JSON.stringify(body))) as object),
        }),
      });
      seen[actor] = reply.status;
      expect(headersIn(reply)).toEqual(headersFor(name, reply));
      if (reply.status === 401 && declared.startsWith('/api/') && !route.includes('/login'))
        expect(reply.json()).toEqual({ detail: 'Unauthorized' });
      if (reply.status === 403 && !isWebhook) {
        const detail = statuses[2] === 403 ? 'Admin access required' : 'Write access required.';
        expect(reply.json()).toEqual({ detail });
      }
    }
    expect(seen).toEqual(Object.fromEntries(actors.map((actor, at) => [actor, statuses[at]])));
  });
});

it.each(['docs', 'analysis'] as const)(
  '%s over plain HTTP does not send browsers to TLS (S19)',
  async (name) => {
    const world = await openWorld(onLocal, name, { environment: { SECURE_COOKIES: 'false' } });
    for (const path of ['/login', '/health', '/nowhere']) {
      const { headers } = await world.send({ path });
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  },
);
