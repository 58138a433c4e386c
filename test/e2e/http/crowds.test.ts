import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { bodyBudget } from '#core/host/gateway/body-budget.ts';
import { rawHttp, type RawConnection } from '#test/support/http/raw-http.ts';
import { sampleService } from '#test/support/http/sample-service.ts';
import { onLocal, openWorld, type WorldOptions } from '#test/support/world.ts';

const health = 'GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n';
const wait = /retry-after: 10\r\n/i;

async function opened(options: WorldOptions) {
  const { service, gate } = await sampleService();
  const world = await openWorld(onLocal, service, options);
  const connections: RawConnection[] = [];
  return {
    ...world,
    gate,
    async raw(bytes = '') {
      const connection = await rawHttp(world.url);
      connections.push(connection);
      connection.write(bytes);
      return connection;
    },
    async [Symbol.asyncDispose]() {
      for (const { socket } of connections) socket.destroy();
      gate.open();
    },
  };
}

function post(path: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`;
}

describe('a body of which nothing arrives (S14)', () => {
  it.each(['/anything', '/streamed'])('ends after 30 seconds: %s', async (path) => {
    await using world = await opened({});
    const silent = await world.raw();
    const slow = await world.raw();
    silent.write(post(path, 5));
    slow.write(`${post(path, 5)}"`);
    // Both heads have been taken in when this is answered.
    await world.send({ path: '/health' });
    await world.clock.advance(29_999);
    expect(silent.socket.closed).toBe(false);
    await world.clock.advance(1);
    expect(await silent.rest()).toMatch(/^HTTP\/1\.1 408 [^]*"The request took too long"/);
    slow.write('abc"');
    expect(await slow.until((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('bodies that clients hold back (S14, R5)', () => {
  const most = 256 * 1024;
  const half = 'x'.repeat(150 * 1024);

  it.each(['/anything', '/streamed'])('are refused, the largest first: %s', async (path) => {
    await using world = await opened({ limits: { bodies: bodyBudget(most) } });
    const held = [await world.raw(), await world.raw()];
    const answers = held.map((raw) => raw.until((text) => text.endsWith('}')));
    for (const raw of held) raw.write(`${post(path, half.length + 1)}${half}`);
    const answer = await Promise.race(answers);
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*"Too many large requests arrive at this moment/);
    expect(answer).toMatch(wait);
    const sent = { method: 'POST', path: '/anything', body: '"small"' };
    expect((await world.send(sent)).json()).toEqual({ type: 'string' });
  });

  it('are counted by what arrived, not by their Content-Length', async () => {
    await using world = await opened({ limits: { bodies: bodyBudget(most) } });
    const held: RawConnection[] = [];
    for (let at = 0; at < 5; at += 1) held.push(await world.raw());
    for (const raw of held) raw.write(`${post('/anything', 1_000_000)}"x`);
    const sent = { method: 'POST', path: '/anything', body: JSON.stringify(half) };
    expect((await world.send(sent)).status).toBe(200);
    expect(held.map(({ socket }) => socket.bytesRead)).toEqual(held.map(() => 0));
  });

  it.each(['/anything', '/streamed'])('are refused in tiny chunks: %s', async (path) => {
    await using world = await opened({});
    const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n`;
    const large = await world.raw(head + '400\r\n' + ' '.repeat(1024) + '\r\n');
    large.write('10\r\n0000000000000000\r\n'.repeat(5_000) + '0\r\n\r\n');
    expect(await large.until((text) => text.endsWith('}'))).toMatch(/^HTTP\/1\.1 (200|400) /);
    const tiny = await world.raw(head + '1\r\n0\r\n'.repeat(6_000));
    expect(await tiny.until((text) => text.endsWith('}'))).toMatch(
      /^HTTP\/1\.1 400 [^]*"The body comes in too small chunks"/,
    );
  });

  it('leave their room when they end', async () => {
    await using world = await opened({ limits: { bodies: bodyBudget(most) } });
    for (const path of ['/anything', '/streamed', '/anything', '/streamed', '/gone', '/gone']) {
      const sent = { method: 'POST', path, body: JSON.stringify(half) };
      expect((await world.send(sent)).status).toBe(path === '/gone' ? 404 : 200);
    }
  });
});

describe('connections (S14, R5)', () => {
  it('that wait for a request make room for new ones, the oldest first', async () => {
    await using world = await opened({ limits: { maxConnections: 3 } });
    const working = await world.raw();
    working.write('GET /gate HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await world.gate.entered;
    const first = await world.raw();
    const half = await world.raw();
    half.write(`${post('/anything', 5)}"a`);
    const third = await world.raw();
    expect(await first.rest()).toBe('');
    third.write(health);
    expect(await third.until((text) => text.includes('"ok"'))).toMatch(/^HTTP\/1\.1 200 /);
    const fourth = await world.raw();
    expect(await half.rest()).toBe('');
    fourth.write(health);
    expect(await fourth.until((text) => text.includes('"ok"'))).toMatch(/^HTTP\/1\.1 200 /);
    world.gate.open();
    expect(await working.until((text) => text.includes('passed'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  const limits = { requests: { inAll: 2, perClient: 1 }, webSockets: { inAll: 3, perClient: 2 } };
  const proxied = { limits, environment: { TRUSTED_PROXIES: '127.0.0.1' } };
  const of = (address: string) => ({ 'x-forwarded-for': `1.2.3.4, ${address}` });

  it.each([
    ['one client', of('203.0.113.1'), of('203.0.113.1'), 429, 'Your address has'],
    ['one network of IPv6', of('2001:db8::1'), of('2001:db8::2'), 429, 'Your address has'],
    ['a client with ports', of('203.0.113.1:80'), of('203.0.113.1:81'), 429, 'Your address has'],
    ['one of IPv6 with ports', of('[2001:db8::1]:80'), of('[2001:db8::1]:81'), 429, 'Your address'],
    ['another client', of('203.0.113.1'), of('203.0.113.2'), 200, ''],
    ['proxies that name nobody', {}, {}, 200, ''],
  ])('with requests of %s', async (_name, first, second, status, text) => {
    await using world = await opened(proxied);
    const working = world.send({ path: '/gate', headers: first });
    await world.gate.entered;
    const reply = await world.send({ path: '/health', headers: second });
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(text)]);
    expect(reply.headers['retry-after']).toBe(status === 429 ? '10' : undefined);
    world.gate.open();
    await working;
    expect((await world.send({ path: '/health', headers: first })).status).toBe(200);
  });

  it('with requests of all clients', async () => {
    await using world = await opened({
      ...proxied,
      limits: { requests: { inAll: 1, perClient: 1 } },
    });
    const working = world.send({ path: '/gate', headers: of('203.0.113.1') });
    await world.gate.entered;
    const reply = await world.send({ path: '/health', headers: of('203.0.113.2') });
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '10']);
    expect(reply.json()).toMatchObject({ detail: expect.stringContaining('too many') as string });
    world.gate.open();
    await working;
  });

  it('with WebSockets, of one client and of all', async () => {
    await using world = await opened(proxied);
    const connect = (address: string) =>
      new WebSocket(`${world.url.replace('http', 'ws')}/live`, { headers: of(address) });
    const open = async (address: string) => {
      const client = connect(address);
      await once(client, 'open');
      return client;
    };
    const refusal = async (address: string) => {
      const [, { statusCode, headers }] = (await once(
        connect(address).on('error', () => {}),
        'unexpected-response',
      )) as [unknown, { statusCode: number; headers: Record<string, string> }];
      return [statusCode, headers['retry-after']];
    };
    const clients = [await open('203.0.113.1'), await open('203.0.113.1')];
    expect(await refusal('203.0.113.1')).toEqual([429, '10']);
    clients.push(await open('203.0.113.2'));
    expect(await refusal('203.0.113.3')).toEqual([503, '10']);
    // Receiving goes on.
    expect((await world.send({ path: '/health', headers: of('203.0.113.1') })).status).toBe(200);
    clients[0]?.terminate();
    await expect
      .poll(() => open('203.0.113.3').then((client) => clients.push(client), String))
      .toBe(4);
    for (const client of clients) client.terminate();
  });
});
