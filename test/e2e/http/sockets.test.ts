import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { sampleService, type Sample } from '#test/support/http/sample-service.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

describe('WebSockets through the gateway', () => {
  let world: World;
  let sample: Sample;
  beforeAll(async () => {
    sample = await sampleService();
    world = await openWorld(onLocal, sample.service);
  });
  const connect = (path: string, headers: Record<string, string> = {}) =>
    new WebSocket(`${world.url.replace('http', 'ws')}${path}`, { headers });

  it('connect, message and disconnect reach their functions', async () => {
    const from = sample.noted.length;
    const client = connect('/live?x=1', { cookie: 'a=1' });
    await once(client, 'open');
    for (const text of ['grüße', '']) {
      client.send(text);
      const [data] = (await once(client, 'message')) as [Buffer];
      expect(data.toString()).toBe(`heard ${text}`);
    }
    client.close();
    await once(client, 'close');
    await expect
      .poll(() => sample.noted.slice(from))
      .toEqual(['connect nobody a=1', expect.stringMatching(/^disconnect \d+$/)]);
  });

  it('a user that nobody vouches for is not handed over (S13)', async () => {
    const from = sample.noted.length;
    const client = connect('/live', { 'X-Forwarded-User': 'someone' });
    await once(client, 'open');
    expect(sample.noted.slice(from)).toEqual(['connect nobody undefined']);
    client.terminate();
  });

  it.each([
    ['/nowhere', 404],
    ['/live?answer=401', 401],
    ['/live?answer=403', 403],
    ['/live?answer=throw', 500],
  ])('%s is refused with %i', async (path, status) => {
    const [error] = (await once(connect(path), 'error')) as [Error];
    expect(error.message).toBe(`Unexpected server response: ${status}`);
  });

  it('a message of more than 128 KiB ends the connection with 1009', async () => {
    const client = connect('/live');
    await once(client, 'open');
    client.send('x'.repeat(128 * 1024 + 1));
    const [code] = (await once(client, 'close')) as [number];
    expect(code).toBe(1009);
  });

  it.each([
    ['without a key', 'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13'],
    ['to another protocol', 'upgrade: h2c\r\nconnection: upgrade'],
  ])('an upgrade %s is refused', async (_name, headers) => {
    const raw = await rawHttp(world.url);
    raw.write(`GET /live HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n\r\n`);
    // The connection stays open for a next request.
    expect(await raw.until((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 4\d\d /);
    raw.socket.destroy();
  });
});
