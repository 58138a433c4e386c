import { beforeAll, describe, expect, it } from 'vitest';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { sampleService, type Sample } from '#test/support/http/sample-service.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld, type World } from '#test/support/world.ts';
import { compare, type ExpectedService } from './expectations/expectation.ts';
import { expectations } from './http-expectations.ts';

/** Behind API Gateway, of more than 10 MB. */
function tooLarge({ isStrict }: World): string {
  return isStrict ? '{"message":"Request Entity Too Large"}' : '{"detail":"Payload too large"}';
}

/** What every service answers over HTTP, wherever it keeps its data. */
describe.each(homes())('HTTP on $name', ({ home }) => {
  for (const [service, cases] of Object.entries(expectations)) {
    describe(service, () => {
      let world: World;
      beforeAll(async () => {
        const isSample = (service as ExpectedService) === 'sample';
        const loaded = isSample ? (await sampleService()).service : (service as 'docs');
        world = await openWorld(home, loaded);
        await world.platform.blobs.put('digits.txt', '0123456789');
      });

      it.each(cases)('$name', async (expected) => {
        const reply = await world.send(expected.sent);
        const { seen, wanted } = compare(expected, reply, world.isStrict);
        expect(seen).toEqual(wanted);
        if (world.isStrict && expected.behindGateway?.isRefused) return;
        expect(reply.headers['x-request-id']).toMatch(/^req_\w+$/);
      });
    });
  }

  describe('conversations', () => {
    let world: World;
    let sample: Sample;
    beforeAll(async () => {
      sample = await sampleService();
      world = await openWorld(home, sample.service);
      await world.platform.blobs.put('digits.txt', '0123456789');
    });

    it.each(['/health', '/file/digits.txt'])('%s that the caller has is 304', async (path) => {
      const first = await world.send({ path });
      const etag = first.headers.etag ?? '';
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await world.send({ path, headers: { 'if-none-match': header } });
        expect({ status: again.status, text: again.text, etag: again.headers.etag }).toEqual({
          status: 304,
          text: '',
          etag,
        });
        expect(again.headers['content-length']).toBeUndefined();
      }
      const changed = await world.send({ path, headers: { 'if-none-match': '"other"' } });
      expect(changed.text).toBe(first.text);
    });

    it('the request id of a 500 stands in the log with its cause', async () => {
      const reply = await world.send({ path: '/fails' });
      const id = reply.headers['x-request-id'];
      expect(reply.json()).toEqual({ detail: 'Internal server error', request_id: id });
      const line = world.logs.find(({ request_id }) => request_id === id);
      expect(line).toMatchObject({ level: 'ERROR', service: 'sample' });
      expect(line?.['error']).toContain('what the caller must not see');
    });

    it('all 256 bytes come back as they went', async () => {
      const body = Uint8Array.from({ length: 1000 }, (_, at) => at % 256);
      for (const type of ['application/octet-stream', 'text/plain', 'application/json']) {
        const headers = { 'content-type': type };
        const reply = await world.send({ method: 'POST', path: '/echo', headers, body });
        expect(reply.bytes.equals(body)).toBe(true);
      }
    });

    it('a stream that breaks does not look like a whole one', async () => {
      const reply = world.send({ path: '/broken' });
      if (world.isStrict) expect((await reply).status).toBe(500);
      else await expect(reply).rejects.toThrow(/aborted|hang up|reset/);
      expect(world.logs.some(({ error }) => String(error).includes('torn'))).toBe(true);
    });

    it('a body that never ends is answered, and its connection closed (S14)', async () => {
      const raw = await rawHttp(world.url);
      raw.write('POST /echo HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n');
      const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
      const more = () => void (raw.socket.writable && raw.socket.write(chunk, more));
      more();
      const answer = await raw.rest();
      expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*\r\nconnection: close\r\n/i);
      expect(answer).toContain(tooLarge(world));
      // 64 MiB are read after the answer, and what the system buffers.
      expect(raw.socket.bytesWritten).toBeLessThan(100 * 1024 * 1024);
    });

    it('a length that promises too much is answered before a byte of it comes (S14)', async () => {
      const raw = await rawHttp(world.url);
      raw.write('POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 999999999999\r\n\r\n');
      const answer = await raw.until((text) => /too large"/i.test(text));
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      raw.socket.destroy();
    });

    it.each([
      ['both a length and chunks', 'content-length: 3\r\ntransfer-encoding: chunked'],
      ['two lengths', 'content-length: 3\r\ncontent-length: 4'],
      ['a negative length', 'content-length: -1'],
      ['a length that is no number', 'content-length: 3x'],
    ])('%s is 400', async (_name, header) => {
      const raw = await rawHttp(world.url);
      raw.write(`POST /echo HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\nabc`);
      const answer = await raw.rest();
      expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*x-request-id: req_[^]*"detail":"Malformed HTTP/);
    });

    it('what is not HTTP is 400, and headers without end are 431', async () => {
      const garbage = await rawHttp(world.url);
      garbage.write('\x16\x03\x01 not http\r\n\r\n');
      expect(await garbage.rest()).toMatch(/^HTTP\/1\.1 400 /);
      const endless = await rawHttp(world.url);
      endless.write(`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`);
      expect(await endless.rest()).toMatch(/^HTTP\/1\.1 431 [^]*"Request headers too large"/);
    });

    it('a slow body holds up nobody else (S14)', async () => {
      const raw = await rawHttp(world.url);
      raw.write('POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\na');
      expect((await world.send({ path: '/health' })).status).toBe(200);
      raw.write('b');
      expect(await raw.until((text) => text.endsWith('ab'))).toMatch(/^HTTP\/1\.1 200 /);
      raw.socket.destroy();
    });

    it('a caller that leaves half way is noted, and its body reaches no handler', async () => {
      const before = world.logs.length;
      const raw = await rawHttp(world.url);
      raw.write('POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nabc');
      raw.socket.destroy();
      const noted = { message: 'answer was not delivered', path: '/echo' };
      const error = expect.stringMatching(/aborted|went away/) as string;
      await expect
        .poll(() => world.logs.slice(before))
        .toEqual([expect.objectContaining({ ...noted, error })]);
      expect((await world.send({ path: '/health' })).status).toBe(200);
    });
  });
});
