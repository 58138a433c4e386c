import { describe, expect, it } from 'vitest';
import type { BlobInfo, Blobs } from '#core/platform/ports/blobs.ts';
import { textOf } from '#test/support/bytes.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { badKeys, badPrefixes, goodNames, inKeyOrder } from './blobs-keys.ts';

/** The part of the Blobs contract about keys and listing; called by blobsContract(). */
export function blobsListContract(use: () => Blobs, folder: () => string): void {
  const writeAll = async (keys: readonly string[]) => {
    for (let at = 0; at < keys.length; at += 50) {
      await Promise.all(keys.slice(at, at + 50).map((key) => use().put(key, key)));
    }
  };

  describe('keys', () => {
    it('keeps every good name apart, in values and in order', async () => {
      const blobs = use();
      const base = folder();
      const keys = goodNames.map((name) => `${base}${name}/${name}`);
      await writeAll(keys);
      for (const key of keys) expect(await textOf(await blobs.get(key))).toBe(key);
      const listed = (await blobs.list(base)).entries.map(({ key }) => key);
      expect(listed).toEqual(inKeyOrder(keys));
      for (const key of keys) await blobs.delete(key);
      expect((await blobs.list(base)).entries).toEqual([]);
    });

    it('takes 1,024 bytes', async () => {
      const blobs = use();
      const base = folder();
      const names = `${base}${`${'ü'.repeat(120)}/`.repeat(4)}`;
      const key = names + 'x'.repeat(1024 - Buffer.byteLength(names));
      expect(Buffer.byteLength(key)).toBe(1024);
      await blobs.put(key, 'long');
      expect(await textOf(await blobs.get(key))).toBe('long');
      expect((await blobs.list(names)).entries.map((entry) => entry.key)).toEqual([key]);
      await expectFailure(blobs.put(`${key}x`, 'too long'), 'invalid', 'bad_key');
    });

    it.each(badKeys)('refuses %j on every method (S5)', async (key) => {
      const blobs = use();
      const calls = {
        put: () => blobs.put(key, 'x'),
        get: () => blobs.get(key),
        head: () => blobs.head(key),
        delete: () => blobs.delete(key),
        link: () => blobs.link(key, 'GET', 60),
      };
      for (const call of Object.values(calls)) await expectFailure(call(), 'invalid', 'bad_key');
    });

    it.each(badPrefixes)('refuses the prefix %j on every method (S5)', async (prefix) => {
      const blobs = use();
      await blobs.put('safe/file', 'x');
      const calls = {
        deletePrefix: () => blobs.deletePrefix(prefix),
        newVersion: () => blobs.newVersion(prefix),
        published: () => blobs.published(prefix),
      };
      for (const call of Object.values(calls)) await expectFailure(call(), 'invalid', 'bad_key');
      expect(await textOf(await blobs.get('safe/file'))).toBe('x');
    });

    it.each(badKeys.filter((key) => key !== '' && !/^[^/]+\/$/.test(key)))(
      'refuses to list %j (S5)',
      async (key) => {
        const blobs = use();
        await expectFailure(blobs.list(key), 'invalid', 'bad_key');
      },
    );
  });

  describe('list', () => {
    it('gives keys by code point, across folders, page by page', async () => {
      const blobs = use();
      const base = folder();
      const keys = ['a/c', 'a-b', 'a0', 'a.b/c', 'a/-', 'a/b/c', 'a/b-c', 'b', '\u{1F600}']
        .concat(['\uFB03', 'a/\u{1F600}/x', 'a/\uFB03/x', 'B', 'ab/c', 'é', 'z/z/z/z'])
        .map((key) => base + key);
      await writeAll(keys);
      for (const limit of [1, 2, 3, 5, 100]) {
        expect((await listAll(blobs, base, limit)).map(({ key }) => key)).toEqual(inKeyOrder(keys));
      }
    });

    it('says that more follows only when more follows', async () => {
      const blobs = use();
      const base = folder();
      await writeAll(['a', 'b/c', 'd'].map((key) => base + key));
      expect((await blobs.list(base, { limit: 2 })).cursor).toBeTypeOf('string');
      for (const limit of [3, 4]) {
        expect((await blobs.list(base, { limit })).cursor).toBeUndefined();
      }
    });

    it('takes a prefix that ends within a name', async () => {
      const blobs = use();
      const base = folder();
      await writeAll(['ab', 'abc/d', 'ab-c', 'b', 'a'].map((key) => base + key));
      const listed = (await listAll(blobs, `${base}ab`, 2)).map(({ key }) => key);
      expect(listed).toEqual(['ab', 'ab-c', 'abc/d'].map((key) => base + key));
      expect(await blobs.list(`${base}ab/`)).toEqual({ entries: [] });
      expect(await blobs.list(`${base}zz`)).toEqual({ entries: [] });
      expect(await blobs.list(`${base}none/at/all/`)).toEqual({ entries: [] });
    });

    it('says of each entry what head says', async () => {
      const blobs = use();
      const base = folder();
      await writeAll([`${base}x`, `${base}y/z`]);
      for (const entry of (await blobs.list(base)).entries) {
        const head = await blobs.head(entry.key);
        expect(entry).toMatchObject({ key: head?.key, size: head?.size, etag: head?.etag });
      }
    });

    it('pages through 2,500 keys, 1,000 at a time', async () => {
      const blobs = use();
      const base = folder();
      const keys = Array.from({ length: 2500 }, (_, n) => `${base}${n % 7}/${n}`);
      await writeAll(keys);
      const pages: number[] = [];
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await blobs.list(base, cursor === undefined ? {} : { cursor });
        pages.push(page.entries.length);
        seen.push(...page.entries.map(({ key }) => key));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(pages).toEqual([1000, 1000, 500]);
      expect(seen).toEqual(inKeyOrder(keys));
      await blobs.deletePrefix(base);
      expect((await blobs.list(base)).entries).toEqual([]);
    }, 120_000);

    it('refuses a cursor that is none of this list', async () => {
      const blobs = use();
      const base = folder();
      await writeAll(['a/1', 'a/2', 'b/1'].map((key) => base + key));
      const { cursor = '' } = await blobs.list(`${base}a/`, { limit: 1 });
      for (const other of [
        blobs.list(`${base}b/`, { cursor }),
        blobs.list(base, { cursor: '?' }),
      ]) {
        await expectFailure(other, 'invalid', 'bad_cursor');
      }
      for (const limit of [0, -1, 1.5]) {
        await expectFailure(blobs.list(base, { limit }), 'invalid', 'bad_limit');
      }
    });

    it('goes on after the cursor although its key is gone', async () => {
      const blobs = use();
      const base = folder();
      await writeAll(['a', 'b', 'c', 'd'].map((key) => base + key));
      const first = await blobs.list(base, { limit: 2 });
      await blobs.delete(`${base}b`);
      await blobs.put(`${base}bb`, 'new');
      const rest = await blobs.list(base, { cursor: first.cursor ?? '' });
      expect(rest.entries.map(({ key }) => key)).toEqual(['bb', 'c', 'd'].map((k) => base + k));
      expect(rest.cursor).toBeUndefined();
    });
  });
}

async function listAll(blobs: Blobs, prefix: string, limit: number): Promise<BlobInfo[]> {
  const all: BlobInfo[] = [];
  let cursor: string | undefined;
  do {
    const page = await blobs.list(prefix, { limit, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    if (page.cursor !== undefined) expect(page.entries).toHaveLength(limit);
    all.push(...page.entries);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
}
