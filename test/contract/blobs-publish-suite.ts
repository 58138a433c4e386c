import { describe, expect, it } from 'vitest';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { textOf } from '#test/support/bytes.ts';
import { expectFailure } from '#test/support/expect-failure.ts';

const files = ['index.html', 'assets/style.css', 'assets/deep/x.js', 'ü 🚀.md'];

/** The part of the Blobs contract about publishing; called by blobsContract(). */
export function blobsPublishContract(
  use: () => Blobs,
  folder: () => string,
  readers: number,
): void {
  const stage = async (prefix: string, version: string) => {
    for (const file of files) await use().put(prefix + file, version);
  };
  const publish = async (base: string, version: string) => {
    await stage(`${base}staged-${version}/`, version);
    await use().publish(`${base}site/`, `${base}staged-${version}/`);
  };
  const keysOf = async (prefix: string) =>
    (await use().list(prefix)).entries.map(({ key }) => key.slice(prefix.length));
  const versionsUnder = async (prefix: string) => {
    const texts = files.map(async (file) => textOf(await use().get(prefix + file)));
    return new Set(await Promise.all(texts));
  };

  describe('publish', () => {
    it('makes the staged content the published one', async () => {
      const blobs = use();
      const base = folder();
      expect(await blobs.published(`${base}site/`)).toBeUndefined();
      await publish(base, 'one');
      const now = (await blobs.published(`${base}site/`)) ?? '';
      expect(now).toMatch(/\/$/);
      expect(await versionsUnder(now)).toEqual(new Set(['one']));
      expect(await keysOf(now)).toEqual([
        'assets/deep/x.js',
        'assets/style.css',
        files[0],
        files[3],
      ]);
      expect(await blobs.head(`${now}index.html`)).toMatchObject({ size: 3 });
      expect(await keysOf(`${base}staged-one/`)).toEqual([]);
      expect(await blobs.get(`${base}staged-one/index.html`)).toBeUndefined();
      expect(await blobs.published(`${base}site/`)).toBe(now);
    });

    it('hides what is published from the keys beside it', async () => {
      const base = folder();
      await publish(base, 'one');
      await publish(base, 'two');
      await use().put(`${base}plan.json`, '{}');
      expect(await keysOf(base)).toEqual(['plan.json']);
      expect(await keysOf(`${base}.s`)).toEqual([]);
      expect(await keysOf(`${base}site/`)).toEqual([]);
    });

    it('keeps the content before this one readable until the next publish', async () => {
      const blobs = use();
      const base = folder();
      const prefixes: string[] = [];
      for (const version of ['one', 'two', 'three', 'four']) {
        await publish(base, version);
        prefixes.push((await blobs.published(`${base}site/`)) ?? '');
      }
      expect(new Set(prefixes).size).toBe(4);
      expect(await versionsUnder(prefixes[3] ?? '')).toEqual(new Set(['four']));
      expect(await versionsUnder(prefixes[2] ?? '')).toEqual(new Set(['three']));
      expect(await keysOf(prefixes[1] ?? '')).toEqual([]);
      expect(await keysOf(prefixes[0] ?? '')).toEqual([]);
    });

    it('refuses what is absent and leaves the published content', async () => {
      const blobs = use();
      const base = folder();
      await expectFailure(blobs.publish(`${base}site/`, `${base}none/`), 'missing', 'no_blobs');
      expect(await blobs.published(`${base}site/`)).toBeUndefined();
      await publish(base, 'one');
      await expectFailure(blobs.publish(`${base}site/`, `${base}none/`), 'missing', 'no_blobs');
      await expectFailure(
        blobs.publish(`${base}site/`, `${base}staged-one/`),
        'missing',
        'no_blobs',
      );
      const now = (await blobs.published(`${base}site/`)) ?? '';
      expect(await versionsUnder(now)).toEqual(new Set(['one']));
    });

    it.each([
      ['site/', 'site/staged/'],
      ['staged/site/', 'staged/'],
      ['site/', 'site/'],
    ])('refuses to make %s of %s', async (prefix, from) => {
      const blobs = use();
      const base = folder();
      await blobs.put(`${base}${from}index.html`, 'x');
      await expectFailure(blobs.publish(base + prefix, base + from), 'invalid', 'bad_key');
      expect(await keysOf(base + from)).toEqual(['index.html']);
      expect(await blobs.published(base + prefix)).toBeUndefined();
    });

    it('does not take what was staged and deleted again', async () => {
      const base = folder();
      await use().put(`${base}staged/a/b`, 'x');
      await use().delete(`${base}staged/a/b`);
      const publishing = use().publish(`${base}site/`, `${base}staged/`);
      await expectFailure(publishing, 'missing', 'no_blobs');
    });

    it('takes over what it is told to keep, unless it is staged', async () => {
      const blobs = use();
      const base = folder();
      await publish(base, 'one');
      const before = (await blobs.published(`${base}site/`)) ?? '';
      for (const version of ['two', 'three']) {
        await blobs.put(`${base}next/index.html`, version);
        const keep = ['index.html', 'assets/deep/x.js', 'ü 🚀.md'];
        await blobs.publish(`${base}site/`, `${base}next/`, { keep });
        const now = (await blobs.published(`${base}site/`)) ?? '';
        expect(await keysOf(now)).toEqual(['assets/deep/x.js', 'index.html', 'ü 🚀.md']);
        expect(await textOf(await blobs.get(`${now}index.html`))).toBe(version);
        expect(await textOf(await blobs.get(`${now}assets/deep/x.js`))).toBe('one');
        if (version === 'two') expect(await versionsUnder(before)).toEqual(new Set(['one']));
      }
      await blobs.put(`${base}last/index.html`, 'four');
      await blobs.publish(`${base}site/`, `${base}last/`);
      const now = (await blobs.published(`${base}site/`)) ?? '';
      expect(await keysOf(now)).toEqual(['index.html']);
    });

    it('refuses to keep what is not published, and changes nothing', async () => {
      const blobs = use();
      const base = folder();
      const keep = ['index.html', 'gone.html'];
      await blobs.put(`${base}next/new.html`, 'two');
      const publishing = () => blobs.publish(`${base}site/`, `${base}next/`, { keep });
      await expectFailure(publishing(), 'missing', 'no_blob');
      expect(await blobs.published(`${base}site/`)).toBeUndefined();
      await publish(base, 'one');
      const before = await blobs.published(`${base}site/`);
      await expectFailure(publishing(), 'missing', 'no_blob');
      expect(await blobs.published(`${base}site/`)).toBe(before);
      expect(await keysOf(`${base}next/`)).toEqual(['new.html']);
      const escaping = { keep: ['../plan.json'] };
      const escape = blobs.publish(`${base}site/`, `${base}next/`, escaping);
      await expectFailure(escape, 'invalid', 'bad_key');
    });

    it('goes away with unpublish, with its content', async () => {
      const blobs = use();
      const base = folder();
      await publish(base, 'one');
      await publish(base, 'two');
      const now = (await blobs.published(`${base}site/`)) ?? '';
      await blobs.unpublish(`${base}site/`);
      await blobs.unpublish(`${base}site/`);
      await blobs.unpublish(`${base}never/`);
      expect(await blobs.published(`${base}site/`)).toBeUndefined();
      expect(await keysOf(now)).toEqual([]);
      await publish(base, 'three');
      const again = (await blobs.published(`${base}site/`)) ?? '';
      expect(await versionsUnder(again)).toEqual(new Set(['three']));
    });

    it.each(['', 'site/'])('goes away with the folder %j', async (inner) => {
      const blobs = use();
      const base = folder();
      await publish(base, 'one');
      await publish(base, 'two');
      const now = (await blobs.published(`${base}site/`)) ?? '';
      await blobs.deletePrefix(base + inner);
      expect(await blobs.published(`${base}site/`)).toBeUndefined();
      expect(await keysOf(now)).toEqual([]);
    });

    it('keeps two published prefixes of similar names apart', async () => {
      const blobs = use();
      const base = folder();
      for (const name of ['site', 'site.x', 'si', '.site']) {
        for (const version of ['one', 'two', 'three']) {
          await stage(`${base}staged/`, `${name} ${version}`);
          await blobs.publish(`${base}${name}/`, `${base}staged/`);
        }
      }
      await blobs.unpublish(`${base}si/`);
      for (const name of ['site', 'site.x', '.site']) {
        const now = (await blobs.published(`${base}${name}/`)) ?? '';
        expect(await versionsUnder(now)).toEqual(new Set([`${name} three`]));
      }
    });

    it(`shows ${readers} readers one whole version each time while 20 are published`, async () => {
      const blobs = use();
      const base = folder();
      await publish(base, '0');
      for (let version = 1; version <= 20; version++) {
        await stage(`${base}staged-${version}/`, String(version));
      }
      let newest = 0;
      let done = false;
      const begun: number[] = Array.from({ length: readers }, () => 0);
      let proceed = () => {};
      const read = async (reader: number) => {
        const seen: number[] = [];
        while (!done) {
          const from = newest;
          const now = (await blobs.published(`${base}site/`)) ?? 'nothing published/';
          const versions = [...(await versionsUnder(now))];
          expect(versions).toHaveLength(1);
          expect(Number(versions[0])).toBeGreaterThanOrEqual(from);
          expect(Number(versions[0])).toBeGreaterThanOrEqual(seen.at(-1) ?? 0);
          seen.push(Number(versions[0]));
          begun[reader] = from;
          if (begun.every((version) => version >= newest)) proceed();
        }
      };
      // The content of a version is promised until two publishes later: the writer goes on when
      // every reader has finished a round that it began after the last publish.
      const write = async () => {
        for (let version = 1; version <= 20; version++) {
          const everybodyMovedOn = new Promise<void>((resolve) => (proceed = resolve));
          await blobs.publish(`${base}site/`, `${base}staged-${version}/`);
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
