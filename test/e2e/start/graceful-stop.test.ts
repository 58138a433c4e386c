import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import manifest from '../../../package.json' with { type: 'json' };
import { loadService, type LoadedService } from '#core/host/service/load-service.ts';
import { signalGroup } from '#core/platform/adapters/local/programs/process-group.ts';
import { limitsFor } from '#core/host/serve.ts';
import { services } from '#functions/manifest.ts';
import { eachTest } from '#test/support/each-test.ts';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { sampleService } from '#test/support/http/sample-service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { onLocal, openWorld } from '#test/support/world.ts';

const grace = 25_000;
const upgrade = [
  'GET /live HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade',
  'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
].join('\r\n');

describe('a service that stops', () => {
  const world = eachTest(async () => {
    const sample = await sampleService();
    return { ...sample, ...(await openWorld(onLocal, sample.service)) };
  });

  it('finishes the request in work and takes no other', async () => {
    const raw = await rawHttp(world().url);
    raw.write('GET /gate HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await world().gate.entered;
    const stopped = world().stop();
    await expect(world().send({ path: '/health' })).rejects.toThrow('ECONNREFUSED');
    world().gate.open();
    raw.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const answer = await raw.rest();
    await stopped;
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(answer).toMatch(/\r\nconnection: close\r\n[^]*"passed":true/i);
  });

  it('answers a request that is half here, and closes its connection', async () => {
    const raw = await rawHttp(world().url);
    raw.write('GET /health HTTP/1.1\r\nhost: localhost\r\n');
    // Whatever was written before has been taken in when this is answered.
    await world().send({ path: '/health' });
    const stopped = world().stop();
    raw.write('\r\n');
    const answer = await raw.rest();
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*"status":"draining"/);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    await stopped;
  });

  it('tells WebSocket clients, and hears them out', async () => {
    const client = new WebSocket(`${world().url.replace('http', 'ws')}/live`);
    await once(client, 'open');
    const closed = once(client, 'close') as Promise<[number]>;
    await world().stop();
    expect((await closed)[0]).toBe(1001);
    expect(world().noted.at(-1)).toBe('disconnect 1');
    expect(world().logs.filter(({ level }) => level === 'ERROR')).toEqual([]);
  });

  it.each([
    ['a WebSocket client that does not answer', upgrade, /101 Switching Protocols/],
    [
      'a body that never comes',
      'POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nabc',
      /^/,
    ],
  ])('waits for %s no longer than its grace', async (_name, bytes, seen) => {
    const raw = await rawHttp(world().url);
    raw.write(bytes);
    await raw.until((text) => seen.test(text));
    // Whatever was written before has been taken in when this is answered.
    await world().send({ path: '/health' });
    let ended = false;
    const stopped = world()
      .stop()
      .then(() => (ended = true));
    await world().clock.advance(grace - 1);
    expect(ended).toBe(false);
    await world().clock.advance(1);
    await stopped;
    raw.socket.destroy();
  });
});

it('npm passes the signal that it gets on to the service, not to a shell', async () => {
  const folder = (await temporaryFolder()).path;
  const shell = spawn('/bin/sh', ['-c', `${manifest.scripts.serve} sessions`], {
    cwd: resolve(import.meta.dirname, '../../..'),
    detached: true,
    env: {
      ...{ PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: folder },
      ...{ SESSIONINFO_PORT: '0', SESSIONINFO_DIR: folder },
    },
  });
  try {
    const [line] = (await once(shell.stdout, 'data')) as [Buffer];
    const url = /http:\S+/.exec(String(line))?.[0] ?? '';
    expect((await fetch(url)).status).toBe(200);
    shell.kill('SIGTERM');
    await once(shell, 'exit');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  } finally {
    signalGroup(Number(shell.pid), 'SIGKILL');
  }
});

describe('a request that comes too slowly (S14)', () => {
  const world = eachTest(async () => {
    const { service } = await sampleService();
    const patience = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
    return openWorld(onLocal, service, { limits: patience });
  });

  it.each([
    ['head', 'GET /health HTTP/1.1\r\nhost:'],
    ['body', 'POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nabc'],
  ])('is answered with 408 when its %s does not end', async (_name, bytes) => {
    const raw = await rawHttp(world().url);
    raw.write(bytes);
    const answer = await raw.rest();
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*x-request-id: req_[^]*The request took too long/);
  });
});

describe('slow callers (S14)', () => {
  it('have 30 seconds for a request, and longer only where large bodies are taken', async () => {
    const limited = (bodyLimit?: number) =>
      ({ routes: [{ handler: { definition: { bodyLimit } } }] }) as unknown as LoadedService;
    const waits = (service: LoadedService) => limitsFor(service).requestTimeout;
    expect([undefined, 1024 ** 2, 1024 ** 2 + 1].map((size) => waits(limited(size)))).toEqual([
      30_000, 30_000, 300_000,
    ]);
    for (const [name, service] of Object.entries(services)) {
      // Reports of 50,000,000 characters, and webhooks of 25 MiB.
      const expected = ['analysis', 'webhook'].includes(name) ? 300_000 : 30_000;
      expect(waits(await loadService(name, service))).toBe(expected);
    }
  });
});
