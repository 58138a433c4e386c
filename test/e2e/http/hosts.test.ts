import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { eachTest } from '#test/support/each-test.ts';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { sampleService } from '#test/support/http/sample-service.ts';
import { onLocal, openWorld, type WorldOptions } from '#test/support/world.ts';

const own = ['localhost', 'LocalHost:9', '127.0.0.1', '127.0.0.1:65535', '[::1]', '[::1]:80'];
const other = [
  ...['lantern.example', 'evil.example', 'localhost.evil.example', '127.0.0.1.evil.example'],
  ...['127.0.0.2', '[::2]', '::1', 'localhost:x', 'evil.example@localhost', 'x localhost'],
];

describe.each<[name: string, options: WorldOptions, answered: string[], refused: string[]]>([
  ['on a loopback address', {}, own, other],
  [
    'with ALLOWED_HOSTS',
    { environment: { ALLOWED_HOSTS: 'Lantern.example:8443, [fd00::1]' } },
    [...own, 'lantern.example', 'lantern.example:9', '[fd00::1]:80'],
    ['evil.example', 'docs.lantern.example'],
  ],
  ['with every name allowed', { environment: { ALLOWED_HOSTS: '*' } }, [...own, ...other], []],
  ['on every address', { host: '0.0.0.0' }, [...own, ...other], []],
  ['on another loopback address', { host: '127.0.0.2' }, [...own, '127.0.0.2:80'], ['127.0.0.3']],
])('a service %s (S12)', (_name, options, answered, refused) => {
  const world = eachTest(async () => openWorld(onLocal, (await sampleService()).service, options));

  it('answers to its own names', async () => {
    for (const host of answered) {
      expect([host, (await world().send({ path: '/', headers: { host } })).status]).toEqual([
        host,
        200,
      ]);
    }
  });

  it.runIf(refused.length > 0)(
    'refuses others, but for health checks, and names the setting',
    async () => {
      for (const host of refused) {
        const reply = await world().send({ path: '/', headers: { host } });
        expect([host, reply.status, reply.text]).toEqual([
          host,
          403,
          expect.stringMatching(
            /^\{"detail":".*Open it as localhost, or add .* to ALLOWED_HOSTS\."/,
          ),
        ]);
        expect(reply.headers['x-request-id']).toMatch(/^req_/);
        for (const method of ['GET', 'HEAD']) {
          const { status } = await world().send({ method, path: '/health?x', headers: { host } });
          expect(status).toBe(200);
        }
      }
    },
  );

  it('opens WebSockets under the same names', async () => {
    for (const [hosts, status] of [
      [answered.slice(0, 6), 101],
      [refused, 403],
    ] as const) {
      for (const host of hosts) {
        const raw = await rawHttp(world().url);
        raw.write(upgrade(host));
        const answer = await raw.until((text) => text.includes('\r\n\r\n'));
        expect([host, answer.slice(0, 12)]).toEqual([host, `HTTP/1.1 ${status}`]);
        raw.socket.destroy();
      }
    }
  });
});

const upgrade = (host: string) =>
  [
    `GET /live HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: upgrade`,
    'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  ].join('\r\n');

describe('requests to a service (S12)', () => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1' };
  const world = eachTest(async () =>
    openWorld(onLocal, (await sampleService()).service, { environment }),
  );

  it.each([
    ['a request', ''],
    ['an upgrade', 'upgrade: websocket\r\nconnection: upgrade\r\n'],
  ])('%s with two Host headers is refused', async (_name, more) => {
    const raw = await rawHttp(world().url);
    raw.write(`GET /health HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n${more}\r\n`);
    expect(await raw.rest()).toMatch(/^HTTP\/1\.1 400 [^]*more than one Host header/);
  });

  it('a request of HTTP/1.0 without a Host header is refused', async () => {
    const raw = await rawHttp(world().url);
    raw.write('GET / HTTP/1.0\r\n\r\n');
    expect(await raw.rest()).toMatch(/^HTTP\/1\.1 403 /);
  });

  it.each([
    ['no page', {}, true],
    ['our page', { origin: 'OWN' }, true],
    ['another page', { origin: 'http://evil.example' }, false],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, false],
    ['a page without origin', { origin: 'null' }, false],
    ['a page of another scheme', { origin: 'https://127.0.0.1:PORT' }, false],
    [
      'our page behind a proxy with TLS',
      { origin: 'https://127.0.0.1:PORT', 'x-forwarded-proto': 'https' },
      true,
    ],
  ])('a WebSocket from %s: %o', async (_name, given, isOpened) => {
    const { origin: own, port } = new URL(world().url);
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value.replace('OWN', own).replace('PORT', port),
      ]),
    );
    const client = new WebSocket(`${world().url.replace('http', 'ws')}/live`, { headers });
    const result = await once(client, 'open').then(
      () => 'open',
      (error: Error) => error.message,
    );
    expect(result).toBe(isOpened ? 'open' : 'Unexpected server response: 403');
    client.terminate();
  });
});

it('a delivery reaches the receiver under any name, and nothing else does (S12)', async () => {
  const world = await openWorld(onLocal, 'webhook');
  const headers = { host: 'tunnel.example' };
  const statuses = [];
  for (const [method, path] of [
    ['POST', '/webhook_server'],
    ['GET', '/webhook_server'],
    ['POST', '/webhook_server/'],
    ['GET', '/webhook_server/healthcheck'],
  ] as const) {
    statuses.push((await world.send({ method, path, headers })).status);
  }
  // The delivery has no event.
  expect(statuses).toEqual([400, 403, 403, 200]);
});

it.each(['https://lantern.example', 'a b', 'lantern.example/', ':80'])(
  'ALLOWED_HOSTS=%s is refused at the start',
  async (ALLOWED_HOSTS) => {
    const { service } = await sampleService();
    await expect(openWorld(onLocal, service, { environment: { ALLOWED_HOSTS } })).rejects.toThrow(
      'ALLOWED_HOSTS must list host names',
    );
  },
);
