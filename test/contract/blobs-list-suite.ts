import { describe, expect, it } from 'vitest';
import type { Blobs } from '#core/platform/ports/blobs.ts';
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
  const listed = async (prefix: string) =>
    (await Array.fromAsync(use().list(prefix))).map(({ key }) => key);

  describe('keys', () => {
    it('keeps every good name apart, in values and in order', async () => {
      const blobs = use();
      const base = folder();
      const keys = goodNames.map((name) => `${base}${name}/${name}`);
      await writeAll(keys);
      for (const key of keys) expect(await textOf(await blobs.get(key))).toBe(key);
      const listed = (await Array.fromAsync(blobs.list(base))).map(({ key }) => key);
      expect(listed).toEqual(inKeyOrder(keys));
      for (const key of keys) await blobs.delete(key);
      expect(await Array.fromAsync(blobs.list(base))).toEqual([]);
    });

    it('takes 1,024 bytes', async () => {
      const blobs = use();
      const base = folder();
      const names = `${base}${`${'ü'.repeat(120)}/`.repeat(4)}`;
      const key = names + 'x'.repeat(1024 - Buffer.byteLength(names));
      expect(Buffer.byteLength(key)).toBe(1024);
      await blobs.put(key, 'long');
      expect(await textOf(await blobs.get(key))).toBe('long');
      expect((await Array.fromAsync(blobs.list(names))).map((entry) => entry.key)).toEqual([key]);
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
        await expectFailure(Array.fromAsync(blobs.list(key)), 'invalid', 'bad_key');
      },
    );
  });

  describe('list', () => {
    it('gives keys by code point, across folders', async () => {
      const base = folder();
      const keys = ['a/c', 'a-b', 'a0', 'a.b/c', 'a/-', 'a/b/c', 'a/b-c', 'b', '\u{1F600}']
        .concat(['\uFB03', 'a/\u{1F600}/x', 'a/\uFB03/x', 'B', 'ab/c', 'é', 'z/z/z/z'])
        .map((key) => base + key);
      await writeAll(keys);
      expect(await listed(base)).toEqual(inKeyOrder(keys));
    });

    it('gives 2,500 keys, which S3 lists in three portions', async () => {
      const blobs = use();
      const base = folder();
      const keys = Array.from({ length: 2500 }, (_, n) => `${base}${n % 7}/${n}`);
      await writeAll(keys);
      expect(await listed(base)).toEqual(inKeyOrder(keys));
      await blobs.deletePrefix(base);
      expect(await listed(base)).toEqual([]);
    }, 120_000);

    it('goes on although keys of it are deleted meanwhile', async () => {
      const blobs = use();
      const base = folder();
      const keys = Array.from({ length: 100 }, (_, n) => `${base}${n % 3}/${n}`);
      await writeAll(keys);
      const seen: string[] = [];
      for await (const { key } of blobs.list(base)) {
        seen.push(key);
        await blobs.delete(key);
      }
      expect(seen).toEqual(inKeyOrder(keys));
      expect(await listed(base)).toEqual([]);
    });
  });
}
