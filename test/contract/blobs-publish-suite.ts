import { describe, expect, it } from 'vitest';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { streamOf, textOf } from '#test/support/bytes.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { fill, publishFiles } from '#test/support/docs/publish-files.ts';

const files = ['index.html', 'assets/style.css', 'assets/deep/x.js', 'ü 🚀.md'];
const all = (text: string) => Object.fromEntries(files.map((file) => [file, text]));

/** The part of the Blobs contract about publishing; called by blobsContract(). */
export function blobsPublishContract(
  use: () => Blobs,
  folder: () => string,
  readers: number,
): void {
  const publish = (base: string, text: string) => publishFiles(use(), `${base}site/`, all(text));
  const shown = async (base: string) => (await use().published(`${base}site/`)) ?? 'nothing/';
  const keysOf = async (prefix: string) =>
    (await Array.fromAsync(use().list(prefix))).map(({ key }) => key.slice(prefix.length));
  const textsUnder = async (prefix: string) => {
    const texts = files.map(async (file) => textOf(await use().get(prefix + file)));
    return new Set(await Promise.all(texts));
  };

  describe('publish', () => {
    it('shows the files of the version, and hides them from the keys beside it', async () => {
      const blobs = use();
      const base = folder();
      expect(await blobs.published(`${base}site/`)).toBeUndefined();
      await publish(base, 'one');
      await blobs.put(`${base}plan.json`, '{}');
      const now = await shown(base);
      expect(now).toMatch(/\/$/);
      expect(await textsUnder(now)).toEqual(new Set(['one']));
      const sorted = ['assets/deep/x.js', 'assets/style.css', files[0], files[3]];
      expect(await keysOf(now)).toEqual(sorted);
      expect(await keysOf(`${now}assets/`)).toEqual(['deep/x.js', 'style.css']);
      const listed = await Array.fromAsync(blobs.list(now));
      expect(listed.map(({ key }) => key)).toEqual(sorted.map((path) => `${now}${path}`));
      for (const { key, size, etag } of listed) {
        expect(await blobs.head(key)).toMatchObject({ key, size, etag });
        expect(await blobs.get(key)).toMatchObject({ key, size: 3, etag });
      }
      expect(await blobs.get(`${now}none`)).toBeUndefined();
      for (const prefix of ['', '.s', 'site/']) {
        expect(await keysOf(base + prefix)).toEqual(prefix === '' ? ['plan.json'] : []);
      }
    });

    it('keeps the content before this one readable until the next publish', async () => {
      const base = folder();
      const prefixes: string[] = [];
      for (const version of ['one', 'two', 'three', 'four']) {
        await publish(base, version);
        prefixes.push(await shown(base));
      }
      expect(new Set(prefixes).size).toBe(4);
      expect(await textsUnder(prefixes[3] ?? '')).toEqual(new Set(['four']));
      expect(await textsUnder(prefixes[2] ?? '')).toEqual(new Set(['three']));
      expect(await keysOf(prefixes[1] ?? '')).toEqual([]);
      expect(await textsUnder(prefixes[0] ?? '')).toEqual(new Set([undefined]));
    });

    it('keeps files of the same fingerprint through many versions, and no others', async () => {
      const blobs = use();
      const base = folder();
      await publish(base, 'one');
      for (const text of ['two', 'three', 'four', 'five']) {
        const before = await shown(base);
        const version = await blobs.newVersion(`${base}site/`);
        await fill(version, { ...all('one'), 'index.html': text });
        expect(version.keep('index.html', 'other')).toBe(false);
        expect(version.keep('none', 'other')).toBe(false);
        await version.publish();
        const now = await shown(base);
        expect(await textOf(await blobs.get(`${now}index.html`))).toBe(text);
        expect(await textOf(await blobs.get(`${now}assets/deep/x.js`))).toBe('one');
        if (text === 'two') expect(await textsUnder(before)).toEqual(new Set(['one']));
      }
      await publishFiles(blobs, `${base}site/`, { 'index.html': 'five' });
      expect(await keysOf(await shown(base))).toEqual(['index.html']);
      const same = await shown(base);
      await publishFiles(blobs, `${base}site/`, { 'index.html': 'five' });
      expect(await shown(base)).toBe(same);
    });

    it('takes a stream, and nothing of a body that throws', async () => {
      const blobs = use();
      const base = folder();
      const version = await blobs.newVersion(`${base}site/`);
      await version.put('large', 'l', streamOf(300_000));
      async function* broken() {
        yield Buffer.from('half');
        throw new RangeError('the source broke');
      }
      await expect(version.put('half', 'h', broken())).rejects.toThrow('the source broke');
      await version.publish();
      expect(await keysOf(await shown(base))).toEqual(['large']);
      expect((await blobs.head(`${await shown(base)}large`))?.size).toBe(300_000);
    });

    it('lets only one of the versions that began together be published (R3)', async () => {
      const blobs = use();
      const base = folder();
      await publish(base, 'one');
      const begin = async (text: string) => fill(await blobs.newVersion(`${base}site/`), all(text));
      const [late, first] = [await begin('late'), await begin('two')];
      await first.publish();
      await expectFailure(late.publish(), 'conflict', 'outdated');
      expect(await textsUnder(await shown(base))).toEqual(new Set(['two']));
      const texts = ['a', 'b', 'c', 'd'];
      const racing = await Promise.all(texts.map(begin));
      const won = await Promise.all(
        racing.map((version) =>
          version.publish().then(
            () => true,
            () => false,
          ),
        ),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await textsUnder(await shown(base))).toEqual(new Set([texts[won.indexOf(true)]]));
    });

    it('does not bring a deleted prefix back, nor replace what came after it (R3)', async () => {
      const blobs = use();
      const base = folder();
      const begin = async (text: string) => fill(await blobs.newVersion(`${base}site/`), all(text));
      await publish(base, 'one');
      const late = await begin('late');
      await blobs.deletePrefix(base);
      await expectFailure(late.publish(), 'conflict', 'outdated');
      expect(await blobs.published(`${base}site/`)).toBeUndefined();
      const early = await begin('early');
      await publish(base, 'new');
      await expectFailure(early.publish(), 'conflict', 'outdated');
      expect(await textsUnder(await shown(base))).toEqual(new Set(['new']));
    });

    it('asks right before, and leaves everything as it is when that throws', async () => {
      const blobs = use();
      const base = folder();
      await publish(base, 'one');
      const version = await fill(await blobs.newVersion(`${base}site/`), all('two'));
      const refusing = version.publish(() => Promise.reject(new RangeError('not yours')));
      await expect(refusing).rejects.toThrow('not yours');
      await version.discard();
      await version.discard();
      expect(await textsUnder(await shown(base))).toEqual(new Set(['one']));
      let seen: unknown;
      const next = await fill(await blobs.newVersion(`${base}site/`), all('two'));
      await next.publish(async () => void (seen = await textsUnder(await shown(base))));
      await next.discard();
      expect(seen).toEqual(new Set(['one']));
      expect(await textsUnder(await shown(base))).toEqual(new Set(['two']));
    });

    it('refuses bad paths and fingerprints, and a version without files', async () => {
      const blobs = use();
      const version = await blobs.newVersion(`${folder()}site/`);
      for (const path of ['../plan.json', '/x', 'a//b', '']) {
        await expectFailure(version.put(path, 'a', 'x'), 'invalid', 'bad_key');
      }
      for (const fingerprint of ['', 'a/b', '..', 'x'.repeat(65)]) {
        await expectFailure(version.put('a', fingerprint, 'x'), 'invalid', 'bad_fingerprint');
      }
      await expectFailure(version.publish(), 'missing', 'no_blobs');
    });

    it.each(['', 'site/'])('goes away with the folder %j', async (inner) => {
      const blobs = use();
      const base = folder();
      await publish(base, 'one');
      await publish(base, 'two');
      const now = await shown(base);
      await blobs.deletePrefix(base + inner);
      await blobs.deletePrefix(base + inner);
      expect(await blobs.published(`${base}site/`)).toBeUndefined();
      expect(await keysOf(now)).toEqual([]);
      expect(await textsUnder(now)).toEqual(new Set([undefined]));
      await publish(base, 'three');
      expect(await shown(base)).not.toBe(now);
      expect(await textsUnder(await shown(base))).toEqual(new Set(['three']));
    });

    it(`shows ${readers} readers one whole version each time while 20 are published`, async () => {
      const base = folder();
      await publish(base, '0');
      let newest = 0;
      let done = false;
      const begun: number[] = Array.from({ length: readers }, () => 0);
      let proceed = () => {};
      const read = async (reader: number) => {
        let seen = 0;
        while (!done) {
          const from = newest;
          const texts = [...(await textsUnder(await shown(base)))];
          expect(texts).toHaveLength(1);
          expect(Number(texts[0])).toBeGreaterThanOrEqual(Math.max(from, seen));
          seen = Number(texts[0]);
          begun[reader] = from;
          if (begun.every((version) => version >= newest)) proceed();
        }
      };
      // The content of a version is promised until two publishes later: the writer goes on when
      // every reader has finished a round that it began after the last publish.
      const write = async () => {
        for (let version = 1; version <= 20; version++) {
          const everybodyMovedOn = new Promise<void>((resolve) => (proceed = resolve));
          await publish(base, String(version));
          newest = version;
          await everybodyMovedOn;
        }
        done = true;
      };
      const reading = begun.map((_, reader) => read(reader));
      await Promise.all([write(), ...reading]).finally(() => (done = true));
    }, 120_000);
  });
}
