import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadService } from '#core/host/load-service.ts';
import { services, type ServiceName } from '#functions/manifest.ts';
import { addUser, bearer } from '#test/support/actors.ts';
import { analysisRoutes } from './analysis-routes.ts';
import { headersFor, headersIn } from '#test/support/security-headers.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

// Every route and what it answers to everybody (S16). A route of the manifest without a row here
// is red, and so is a row without a route.

// The failure analysis has other kinds of callers: analysis-authorization.test.ts.

type Matrixed = Exclude<ServiceName, 'analysis'>;

const actors = ['anonymous', 'viewer', 'user', 'admin', 'super', 'stranger'] as const;
type Actor = (typeof actors)[number];

interface Row {
  /** In the order of `actors`: no key, a viewer's, a user's, an administrator's, ADMIN_KEY, an
   * unknown one. */
  readonly statuses: readonly [number, number, number, number, number, number];
  readonly path?: string;
  readonly body?: object | string;
}

const open = { statuses: [200, 200, 200, 200, 200, 200] } as const;
const missing = { statuses: [404, 404, 404, 404, 404, 404] } as const;
const onlyAdmins = [401, 403, 403, 200, 200, 401] as const;
const readers = [401, 200, 200, 200, 200, 401] as const;
const onlyKey = [401, 401, 401, 401, 200, 401] as const;
const hidden = [401, 401, 401, 401, 404, 401] as const;
const unseen = [401, 404, 404, 404, 404, 401] as const;

const matrix: Readonly<Record<Matrixed, Readonly<Record<string, Row>>>> = {
  docs: {
    'GET /': { statuses: [401, 200, 200, 200, 200, 401] },
    'GET /docs': { statuses: [401, 200, 200, 200, 200, 401] },
    'GET /health': open,
    'GET /openapi.json': open,
    'GET /assets/{file}': { ...missing, path: '/assets/none' },
    'GET /login': open,
    'POST /login': { statuses: [401, 401, 401, 401, 401, 401], body: 'username=a&api_key=b' },
    'GET /logout': { statuses: [302, 302, 302, 302, 302, 401] },
    'POST /api/auth/login': { ...open, body: { username: 'admin', api_key: 'ADMIN_KEY' } },
    'POST /api/auth/logout': { statuses: [401, 200, 200, 200, 200, 401] },
    'GET /api/auth/me': { statuses: [401, 200, 200, 200, 200, 401] },
    'POST /api/me/rotate-key': { statuses: [401, 200, 200, 200, 400, 401] },
    'GET /api/admin/users': { statuses: onlyAdmins },
    'POST /api/admin/users': { statuses: onlyAdmins, body: { username: 'NEW' } },
    'DELETE /api/admin/users/{username}': {
      statuses: onlyAdmins,
      path: '/api/admin/users/TARGET',
    },
    'POST /api/admin/users/{username}/rotate-key': {
      statuses: onlyAdmins,
      path: '/api/admin/users/TARGET/rotate-key',
    },
    'POST /api/generate': {
      statuses: [401, 403, 202, 202, 202, 401],
      body: { repo_url: 'https://code.example/team/NEW' },
    },
    'POST /api/projects/{name}/abort': {
      statuses: [401, 403, 404, 404, 404, 401],
      path: '/api/projects/none/abort',
    },
    'GET /api/status': { statuses: readers },
    'GET /api/projects': { statuses: readers },
    'GET /api/projects/{name}': { statuses: unseen, path: '/api/projects/none' },
    'DELETE /api/projects/{name}': {
      statuses: [401, 403, 404, 404, 404, 401],
      path: '/api/projects/none',
    },
    'GET /api/projects/{name}/download': {
      statuses: unseen,
      path: '/api/projects/none/download',
    },
    'GET /api/projects/{name}/search': {
      statuses: unseen,
      path: '/api/projects/none/search?q=a',
    },
    'GET /api/projects/{name}/pages': { statuses: unseen, path: '/api/projects/none/pages' },
    'GET /api/projects/{name}/pages/{slug}': {
      statuses: unseen,
      path: '/api/projects/none/pages/a',
    },
    'GET /mcp': { statuses: [401, 405, 405, 405, 405, 401] },
    'POST /mcp': { statuses: [401, 406, 406, 406, 406, 401], body: {} },
    'DELETE /mcp': { statuses: [401, 405, 405, 405, 405, 401] },
    'GET /api/projects/{name}/progress': {
      statuses: unseen,
      path: '/api/projects/none/progress',
    },
    'GET /api/projects/{name}/generations': {
      statuses: unseen,
      path: '/api/projects/none/generations',
    },
    'POST /api/admin/projects/{name}/access': {
      statuses: [401, 403, 403, 404, 404, 401],
      path: '/api/admin/projects/none/access',
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
    'GET /docs/{path+} of a name': {
      statuses: [308, 308, 308, 308, 308, 401],
      path: '/docs/none',
    },
    'GET /admin': { statuses: onlyAdmins },
    'GET /projects/{name}': { statuses: unseen, path: '/projects/none' },
    'POST /projects': {
      statuses: [401, 403, 202, 202, 202, 401],
      body: 'source=https://code.example/team/NEW-form',
    },
    'POST /projects/{name}/abort': {
      statuses: [401, 403, 404, 404, 404, 401],
      path: '/projects/none/abort',
    },
    'POST /projects/{name}/delete': {
      statuses: [401, 403, 404, 404, 404, 401],
      path: '/projects/none/delete',
    },
    'POST /admin': { statuses: onlyAdmins, body: 'task=make-user&username=NEW' },
    'POST /key': { statuses: [401, 200, 200, 200, 400, 401], body: '' },
    fallback: { ...missing, path: '/nowhere', statuses: [404, 404, 404, 404, 404, 401] },
    'fallback of the interface': {
      statuses: [401, 404, 404, 404, 404, 401],
      path: '/api/nowhere',
    },
  },
  // Its callers come through a proxy from outside; `super` has LOGS_KEY. On this machine:
  // logs-access.test.ts.
  webhook: {
    'GET /webhook_server/healthcheck': open,
    // Without a configuration: a delivery is checked by its signature, not by who sends it.
    'POST /webhook_server': { statuses: [400, 400, 400, 400, 400, 400] },
    'GET /static/{file}': { ...missing, path: '/static/none' },
    'GET /logs': open,
    'GET /openapi.json': open,
    'GET /docs': open,
    'GET /redoc': open,
    // Switched off; switched on: mcp.test.ts.
    'GET /mcp': missing,
    'POST /mcp': missing,
    'DELETE /mcp': missing,
    'GET /logs/login': open,
    'POST /logs/login': { statuses: [401, 401, 401, 401, 401, 401], body: 'key=a' },
    'GET /logs/deliveries': { statuses: onlyKey },
    'POST /logs/deliveries': { statuses: [401, 401, 401, 401, 422, 401], body: 'task=replay' },
    'GET /logs/deliveries/{id}': { ...missing, path: '/logs/deliveries/none' },
    'POST /logs/deliveries/{id}': {
      ...{ statuses: hidden, path: '/logs/deliveries/none', body: 'task=replay' },
    },
    'GET /logs/pulls/{number}': { ...missing, path: '/logs/pulls/1' },
    'GET /logs/api/entries': open,
    'GET /logs/api/export': open,
    'GET /logs/api/export.ndjson': open,
    'GET /logs/api/around': { ...missing, path: '/logs/api/around?cursor=1' },
    'GET /logs/api/histogram': open,
    'GET /logs/api/pr-flow/{identifier}': { ...missing, path: '/logs/api/pr-flow/none' },
    'GET /logs/api/workflow-steps/{hook_id}': { ...missing, path: '/logs/api/workflow-steps/none' },
    'GET /logs/api/step-logs/{hook_id}/{step_name+}': {
      statuses: [403, 403, 403, 403, 403, 403],
      path: '/logs/api/step-logs/none/none',
    },
    'POST /logs/api/logout': open,
    'GET /logs/api/deliveries': { statuses: onlyKey },
    'GET /logs/api/deliveries/{id}': { statuses: hidden, path: '/logs/api/deliveries/none' },
    'POST /logs/api/deliveries/replay': {
      statuses: [401, 401, 401, 401, 202, 401],
      body: { ids: ['none'] },
    },
    'POST /logs/api/deliveries/{id}/replay': {
      statuses: hidden,
      path: '/logs/api/deliveries/none/replay',
    },
    fallback: { ...missing, path: '/nowhere' },
  },
  // Its key is not a user's: here it is ADMIN_KEY's value.
  sessions: {
    'GET /health': open,
    'GET /openapi.json': open,
    'GET /assets/{file}': { ...missing, path: '/assets/none' },
    'GET /': { statuses: onlyKey },
    'GET /read/{id}': { statuses: hidden, path: '/read/none' },
    'GET /search': { statuses: onlyKey, path: '/search?q=a' },
    'GET /search/messages': { statuses: onlyKey, path: '/search/messages?q=a' },
    'GET /search/history': { statuses: onlyKey, path: '/search/history?q=a' },
    'GET /sessions': { statuses: onlyKey },
    'GET /sessions/{id}': { statuses: hidden, path: '/sessions/none' },
    'GET /sessions/{id}/messages': { statuses: hidden, path: '/sessions/none/messages' },
    'GET /projects': { statuses: onlyKey },
    'GET /stats': { statuses: onlyKey },
    'GET /uploads': { statuses: onlyKey },
    'POST /uploads': {
      statuses: [401, 401, 401, 401, 409, 401],
      body: { path: 'history.jsonl' },
    },
    'GET /info': { statuses: onlyKey },
    fallback: { ...missing, path: '/nowhere' },
  },
  // Its key too is ADMIN_KEY's value.
  agent: {
    'GET /health': open,
    'GET /openapi.json': open,
    'GET /models': { statuses: onlyKey },
    'POST /models/refresh': { statuses: onlyKey },
    'GET /models/{provider}/status': { statuses: hidden, path: '/models/none/status' },
    'GET /sessions': { statuses: onlyKey },
    'POST /sessions': { statuses: [401, 401, 401, 401, 400, 401], body: {} },
    'POST /sessions/{id}/prompt': {
      statuses: hidden,
      path: '/sessions/none/prompt',
      body: { message: 'a' },
    },
    'GET /sessions/{id}/events': { statuses: hidden, path: '/sessions/none/events' },
    'POST /sessions/{id}/abort': { statuses: hidden, path: '/sessions/none/abort' },
    'DELETE /sessions/{id}': { statuses: onlyKey, path: '/sessions/none' },
    fallback: { ...missing, path: '/nowhere' },
  },
};

const key = 'the-administrator-of-the-matrix';

const ofAnalysis = 'analysis' as const;
const casesOf = (name: ServiceName): Readonly<Record<string, { readonly path?: string }>> =>
  name === ofAnalysis ? analysisRoutes : matrix[name];

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
  afterAll(() => world.close());

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
        path: casesOf(name)[`${method} ${path}`]?.path ?? path,
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
        const own = casesOf(name)[`GET ${path}`]?.path ?? path;
        const reply = await world.send({ path: own, headers: { ...headers, accept } });
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
  afterAll(() => world.close());

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

  it.each(Object.entries(matrix[name]))('%s', async (route, { statuses, path, body }) => {
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
        path: fill(path ?? declared),
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
    await world.close();
  },
);
