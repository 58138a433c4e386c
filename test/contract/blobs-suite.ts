import { describe, expect, it } from 'vitest';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { allTests } from '#test/support/at-end.ts';
import { brokenStream, bytesOf, streamOf, textOf } from '#test/support/bytes.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { isDeep } from '#test/support/level.ts';
import { blobsListContract } from './blobs-list-suite.ts';
import { blobsPublishContract } from './blobs-publish-suite.ts';

export interface BlobsCapabilities {
  /** Whether link() gives a URL that works without us. */
  readonly links?: boolean;
  /** Who read while sites are published: default 16, and 64 in the deep check; fewer where a
   * request costs an emulator milliseconds. */
  readonly readers?: number;
}

export interface OpenBlobs {
  readonly blobs: Blobs;
}

/** What ports.ts promises of Blobs. Cases share one store and keep to a folder each. */
export function blobsContract(
  name: string,
  open: () => Promise<OpenBlobs>,
  capabilities: BlobsCapabilities = {},
): void {
  describe(`blobs: ${name}`, () => {
    const opened = allTests(open);
    const blobs = () => opened().blobs;
    let cases = 0;
    const folder = () => `case-${++cases}/`;
    const writeAll = async (keys: readonly string[]) => {
      for (let at = 0; at < keys.length; at += 50) {
        await Promise.all(keys.slice(at, at + 50).map((key) => blobs().put(key, key)));
      }
    };

    describe('put, get, head', () => {
      it('says whether keys that differ in case are two', async () => {
        const place = folder();
        await blobs().put(`${place}a`, 'small');
        expect((await blobs().get(`${place}A`)) !== undefined).toBe(blobs().foldsCase);
      });

      it('leads nowhere outside with what is there and with what is not', async () => {
        const place = folder();
        await blobs().put(`${place}file`, 'x');
        expect(await blobs().leadsOutside(place, `${place}file`)).toBe(false);
        expect(await blobs().leadsOutside(place, `${place}none`)).toBe(false);
        await expectFailure(blobs().leadsOutside(place, '../x'), 'invalid', 'bad_key');
      });

      it.each([
        ['text', 'grüße 🌍\r\n', Buffer.from('grüße 🌍\r\n')],
        ['bytes', Uint8Array.of(0, 255, 10, 13, 128), Buffer.from([0, 255, 10, 13, 128])],
        ['nothing', '', Buffer.alloc(0)],
        ['an empty stream', streamOf(0), Buffer.alloc(0)],
        ['a stream of one chunk', streamOf(10), Buffer.alloc(10, 0)],
      ])('keeps %s as it was given', async (_, body, expected) => {
        const key = `${folder()}file`;
        const info = await blobs().put(key, body);
        const content = await blobs().get(key);
        expect(content && (await bytesOf(content.body))).toEqual(expected);
        expect(content).toMatchObject({ key, size: expected.length, etag: info.etag });
        expect(content?.range).toBeUndefined();
        expect(info).toMatchObject({ key, size: expected.length });
        expect(await blobs().head(key)).toMatchObject({
          key,
          size: expected.length,
          etag: info.etag,
        });
      });

      it('keeps a stream of more than 5 MiB', async () => {
        const key = `${folder()}large`;
        const size = 11 * 1024 * 1024 + 3;
        expect(await blobs().put(key, streamOf(size))).toMatchObject({ key, size });
        const content = await blobs().get(key);
        const whole = await bytesOf(streamOf(size));
        expect(content && (await bytesOf(content.body)).equals(whole)).toBe(true);
        const range = { first: 6_000_000, last: 9_000_000 };
        const part = await blobs().get(key, { range });
        expect(part && (await bytesOf(part.body)).equals(whole.subarray(6e6, 9e6 + 1))).toBe(true);
      });

      it('does not have what was never written', async () => {
        const base = folder();
        await blobs().put(`${base}a/b`, 'b');
        for (const key of [`${base}nothing`, `${base}a`, `${base}a/b/c`, `${base}A/b`]) {
          expect(await blobs().get(key)).toBeUndefined();
          expect(await blobs().head(key)).toBeUndefined();
        }
      });

      it('replaces what was there, and the etag tells', async () => {
        const key = `${folder()}file`;
        const etags = new Set<string>();
        for (const text of ['one', 'two', 'six']) {
          etags.add((await blobs().put(key, text, { isCache: text === 'two' })).etag);
          expect(await textOf(await blobs().get(key))).toBe(text);
        }
        expect(etags.size).toBe(3);
        for (const etag of etags) expect(etag).not.toContain('"');
        expect((await blobs().head(key))?.modified.getTime()).toBeGreaterThan(1.6e12);
      });

      it('leaves the old content when the body throws half way', async () => {
        const base = folder();
        await blobs().put(`${base}old`, 'old');
        for (const size of [100_000, 6 * 1024 * 1024]) {
          for (const key of ['old', 'new']) {
            await expect(blobs().put(base + key, brokenStream(size))).rejects.toThrow(
              'the body broke',
            );
          }
        }
        expect(await textOf(await blobs().get(`${base}old`))).toBe('old');
        expect(await blobs().get(`${base}new`)).toBeUndefined();
        expect((await Array.fromAsync(blobs().list(base))).map(({ key }) => key)).toEqual([
          `${base}old`,
        ]);
      });

      it('gives a reader one whole version while writers replace it', async () => {
        const key = `${folder()}file`;
        const text = (n: number) => String(n % 10).repeat(300_000 + n);
        await blobs().put(key, text(0));
        let writing = true;
        const write = async () => {
          for (let n = 1; n <= 15; n++) await blobs().put(key, text(n));
          writing = false;
        };
        const read = async () => {
          while (writing) {
            const content = await blobs().get(key);
            const seen = (await textOf(content)) ?? '';
            expect(seen === text(seen.length - 300_000)).toBe(true);
            expect(content?.size).toBe(seen.length);
          }
        };
        await Promise.all([write(), read(), read(), read()]);
      });
    });

    describe('ranges', () => {
      it.each([
        [{ first: 0, last: 3 }, '0123', 0, 3],
        [{ first: 3, last: 3 }, '3', 3, 3],
        [{ first: 7 }, '789', 7, 9],
        [{ first: 8, last: 500 }, '89', 8, 9],
        [{ suffix: 4 }, '6789', 6, 9],
        [{ suffix: 400 }, '0123456789', 0, 9],
      ])('%j of ten bytes', async (range, text, first, last) => {
        const key = `${folder()}digits`;
        await blobs().put(key, '0123456789');
        const content = await blobs().get(key, { range });
        expect(await textOf(content)).toBe(text);
        expect(content).toMatchObject({ size: 10, range: { first, last } });
      });

      it.each([
        ['0123456789', { first: 10 }],
        ['0123456789', { first: 11, last: 12 }],
        ['0123456789', { first: 5, last: 4 }],
        ['0123456789', { first: -1 }],
        ['0123456789', { first: 0.5 }],
        ['0123456789', { suffix: 0 }],
        ['0123456789', { suffix: -1 }],
        ['', { first: 0 }],
        ['', { first: 0, last: 0 }],
        ['', { suffix: 5 }],
      ])('refuses of %j the range %j', async (text, range) => {
        const key = `${folder()}file`;
        await blobs().put(key, text);
        const failure = await expectFailure(blobs().get(key, { range }), 'range', 'bad_range');
        expect(failure.extra).toEqual({ size: text.length });
      });

      it('does not have a range of what is absent', async () => {
        expect(await blobs().get(`${folder()}none`, { range: { first: 0 } })).toBeUndefined();
      });
    });

    blobsListContract(blobs, folder);

    describe('delete', () => {
      it('takes one key away, and nothing when it is absent or repeated', async () => {
        const base = folder();
        await writeAll([`${base}a/b`, `${base}a/c`]);
        await blobs().delete(`${base}a/b`);
        await blobs().delete(`${base}a/b`);
        await blobs().delete(`${base}a`);
        await blobs().delete(`${base}none/at/all`);
        expect((await Array.fromAsync(blobs().list(base))).map(({ key }) => key)).toEqual([
          `${base}a/c`,
        ]);
      });

      it('takes a folder of keys away, and nothing when it is absent or repeated', async () => {
        const base = folder();
        await writeAll(['a/b', 'a/c/d', 'a-b', 'ab/c'].map((key) => base + key));
        await blobs().deletePrefix(`${base}a/`);
        await blobs().deletePrefix(`${base}a/`);
        await blobs().deletePrefix(`${base}none/at/all/`);
        expect((await Array.fromAsync(blobs().list(base))).map(({ key }) => key)).toEqual(
          ['a-b', 'ab/c'].map((key) => base + key),
        );
        await blobs().put(`${base}a/b`, 'again');
        expect(await textOf(await blobs().get(`${base}a/b`))).toBe('again');
      });

      it('takes the folders of one folder away at once (R3)', async () => {
        const base = folder();
        const names = [...'abcdabcd'].map((name) => `${base}all/${name}/`);
        for (let round = 0; round < 20; round += 1) {
          await writeAll(names.map((name) => `${name}x`));
          await Promise.all(names.map((name) => blobs().deletePrefix(name)));
          expect(await Array.fromAsync(blobs().list(base))).toEqual([]);
        }
      });
    });

    blobsPublishContract(blobs, folder, capabilities.readers ?? (isDeep ? 64 : 16));

    describe('link', () => {
      it.runIf(capabilities.links)('serves a GET and takes a PUT without us', async () => {
        const key = `${folder()}linked ü+%2F`;
        const put = await blobs().link(key, 'PUT', 60);
        expect((await fetch(put ?? '', { method: 'PUT', body: 'sent' })).status).toBe(200);
        expect(await textOf(await blobs().get(key))).toBe('sent');
        const get = await blobs().link(key, 'GET', 60);
        expect(await (await fetch(get ?? '')).text()).toBe('sent');
        const as = { type: 'text/x-own', disposition: 'attachment; filename="own"' };
        const shown = await fetch((await blobs().link(key, 'GET', 60, as)) ?? '');
        const names = ['content-type', 'content-disposition', 'cache-control'];
        const wanted = [as.type, as.disposition, 'private, no-store'];
        expect(names.map((name) => shown.headers.get(name))).toEqual(wanted);
        expect(await shown.text()).toBe('sent');
      });

      it.runIf(capabilities.links)('lives for as long as it is asked to', async () => {
        for (const method of ['GET', 'PUT'] as const) {
          for (const seconds of [1, 60, 604_800]) {
            const link = await blobs().link(`${folder()}a`, method, seconds);
            expect(new URL(link ?? '').searchParams.get('X-Amz-Expires')).toBe(String(seconds));
          }
          for (const seconds of [0, 1.5, 604_801, NaN]) {
            const asked = blobs().link(`${folder()}a`, method, seconds);
            await expectFailure(asked, 'invalid', 'bad_seconds');
          }
        }
      });

      it.runIf(!capabilities.links)('has no links', async () => {
        const key = `${folder()}file`;
        await blobs().put(key, 'x');
        expect(await blobs().link(key, 'GET', 60)).toBeUndefined();
        expect(await blobs().link(key, 'PUT', 60)).toBeUndefined();
      });
    });
  });
}
