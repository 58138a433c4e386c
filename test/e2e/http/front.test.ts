import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { eachTest } from '#test/support/each-test.ts';
import type { Sent } from '#test/support/http/http-client.ts';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { sampleService } from '#test/support/http/sample-service.ts';
import { onLocal, openWorld, type WorldOptions } from '#test/support/world.ts';

const everywhere = { host: '0.0.0.0' };

/** A service, and another one in front of it that answers for it below `/other`. */
async function openBoth(options: WorldOptions = {}, inFront: WorldOptions = {}) {
  const [first, second] = [await sampleService(), await sampleService()];
  const front = await openWorld(onLocal, first.service, inFront);
  const other = await openWorld(onLocal, second.service, options);
  const behind = other.running.map(({ listener }) => ({ path: '/other', service: listener }));
  front.running[0]?.putInFrontOf(behind);
  return { front, other, first, second, send: (sent: Sent) => front.send(sent) };
}

describe('a service in front of another one', () => {
  const both = eachTest(() => openBoth());
  const seen = async (path: string, headers: Record<string, string> = {}) =>
    (await both().send({ path, headers })).json() as { path: string; headers: object };

  it('hands over what lies below its path, and nothing else', async () => {
    expect(await seen('/other/seen/a/b%20c?x=1')).toMatchObject({
      ...{ path: '/seen/a/b c', query: [['x', '1']], address: '127.0.0.1' },
      headers: { 'x-forwarded-prefix': '/other' },
    });
    expect(await seen('/seen/a/b')).toMatchObject({ path: '/seen/a/b' });
    for (const path of ['/other', '/other/', '/other?x=1']) {
      expect([path, (await both().send({ path })).status]).toEqual([path, 200]);
    }
    for (const path of ['/others/health', '/other/other/health', '/%6fther/health']) {
      expect([path, (await both().send({ path })).status]).toEqual([path, 404]);
    }
  });

  it('hands over large bodies', async () => {
    const body = 'x'.repeat(2 * 1024 * 1024);
    const reply = await both().send({ method: 'PUT', path: '/other/large', body });
    expect([reply.status, reply.json()]).toEqual([200, { size: body.length }]);
  });

  it('believes no client about a path (S13)', async () => {
    const claim = { 'x-forwarded-prefix': '/evil' };
    expect((await seen('/seen/a/b', claim)).headers).not.toHaveProperty('x-forwarded-prefix');
    expect((await seen('/other/seen/a/b', claim)).headers).toMatchObject({
      'x-forwarded-prefix': '/other',
    });
  });

  it('hands over WebSockets', async () => {
    const client = new WebSocket(`${both().front.url.replace('http', 'ws')}/other/live`);
    await once(client, 'open');
    client.send('hello');
    const [data] = (await once(client, 'message')) as [Buffer];
    expect(data.toString()).toBe('heard hello');
    expect([both().first.noted, both().second.noted.length]).toEqual([[], 1]);
    client.terminate();
  });

  it('stops with it, and both finish their requests', async () => {
    const raw = await rawHttp(both().front.url);
    raw.write('GET /other/gate HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await both().second.gate.entered;
    let hasStopped = false;
    const stopped = both()
      .other.stop()
      .then(() => (hasStopped = true));
    // Answered by the one that still runs.
    expect((await both().send({ path: '/health' })).status).toBe(200);
    const refused = await both().send({ path: '/other/health' });
    expect([refused.status, hasStopped]).toEqual([503, false]);
    both().second.gate.open();
    expect(await raw.until((text) => text.includes('"passed":true'))).toMatch(/^HTTP\/1\.1 200/);
    await stopped;
    raw.socket.destroy();
  });
});

describe('a service on a loopback address, behind one that is open to others (S13)', () => {
  const both = eachTest(() => openBoth({}, everywhere));
  const foreign: [string, Record<string, string>][] = [
    ['a proxy passes', { host: 'localhost', 'x-forwarded-for': '203.0.113.9' }],
    ['a tunnel passes', { host: 'localhost', via: '1.1 tunnel' }],
    ['names another host', { host: 'lantern.example' }],
  ];

  it.each(foreign)(
    'refuses a request that %s, but for what is for everyone',
    async (_, headers) => {
      const reply = await both().send({ path: '/other/seen/a/b', headers });
      expect([reply.status, reply.text]).toEqual([403, expect.stringMatching(/answers? to/)]);
      const health = await both().send({ path: '/other/health', headers });
      expect(health.status).toBe(200);
      expect((await both().send({ path: '/seen/a/b', headers })).status).toBe(200);
    },
  );

  it.each(foreign)('upgrades nothing that %s', async (_, headers) => {
    const address = `${both().front.url.replace('http', 'ws')}/other/live`;
    const client = new WebSocket(address, { headers });
    const [error] = (await once(client, 'error')) as [Error];
    expect(error.message).toContain('403');
  });
});

describe('a service that is open to others itself', () => {
  const both = eachTest(() => openBoth(everywhere, everywhere));

  it('answers them behind another one, too', async () => {
    const headers = { host: 'lantern.example', 'x-forwarded-for': '203.0.113.9' };
    expect((await both().send({ path: '/other/seen/a/b', headers })).status).toBe(200);
  });
});
