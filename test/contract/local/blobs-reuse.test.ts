import { linkSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { textOf } from '#test/support/bytes.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const pages = Array.from({ length: 12 }, (_, n) =>
  n % 3 === 0 ? `deep/in/${n}.html` : `${n}.html`,
);

describe('blobs: a published prefix of which little changes', () => {
  const folder = eachTest(async () => {
    const { path, remove } = await temporaryFolder();
    return { path, close: remove };
  });
  let blobs: Blobs;
  beforeEach(() => {
    blobs = localBlobs({ directory: folder().path });
  });

  const publish = async (
    staged: Readonly<Record<string, string>>,
    keep: readonly string[] = [],
  ) => {
    for (const [path, text] of Object.entries(staged)) await blobs.put(`next/${path}`, text);
    await blobs.publish('site/', 'next/', { keep });
  };
  const shown = async () => {
    const published = (await blobs.published('site/')) ?? 'nothing/';
    const { entries } = await blobs.list(published);
    const texts = entries.map(async ({ key }) => [
      key.slice(published.length),
      await textOf(await blobs.get(key)),
    ]);
    return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
  };
  const all = (text: string) => Object.fromEntries(pages.map((page) => [page, text]));
  const without = (...paths: string[]) => pages.filter((page) => !paths.includes(page));
  /** Three versions: the first is what the next one is made of. */
  const publishThree = async () => {
    await publish(all('one'));
    await publish({ '1.html': 'two' }, without('1.html'));
    await publish({ '2.html': 'three' }, without('2.html'));
  };
  const pathOf = async (key: string) => `${folder().path}/${await blobs.published('site/')}${key}`;
  const versions = () => readdirSync(folder().path).filter((name) => name.startsWith('.site.gen'));

  it('shows what it would if all of it were staged', async () => {
    let expected: Record<string, string> = {};
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let version = 0; version < 60; version += 1) {
      const keep = Object.keys(expected).filter(() => random(12) > 0);
      const names = [...pages, 'a', 'b/c', 'b', 'new/x', 'new/x/y'];
      const wanted = names.filter(() => version === 0 || random(12) === 0);
      // A name is not a folder as well.
      const staged = wanted.filter((name) =>
        [...keep, ...wanted].every(
          (key) => !key.startsWith(`${name}/`) && !name.startsWith(`${key}/`),
        ),
      );
      if (staged.length === 0) continue;
      const texts = Object.fromEntries(staged.map((name) => [name, `${version}`]));
      await publish(texts, keep);
      expected = { ...Object.fromEntries(keep.map((key) => [key, expected[key] ?? ''])), ...texts };
      expect(await shown()).toEqual(expected);
      expect((await blobs.list('')).entries).toEqual([]);
      expect(versions().length).toBeLessThan(3);
    }
  });

  it('uses the folder of the version before', async () => {
    await publishThree();
    const [oldest = ''] = versions().sort();
    const { ino } = statSync(`${folder().path}/${oldest}`);
    const before = await blobs.published('site/');
    await publish({ '4.html': 'four' }, without('4.html'));
    expect(await shown()).toEqual({
      ...all('one'),
      ...{ '1.html': 'two', '2.html': 'three', '4.html': 'four' },
    });
    expect(statSync((await pathOf('')).slice(0, -1)).ino).toBe(ino);
    expect(await textOf(await blobs.get(`${before}4.html`))).toBe('one');
  });

  it('publishes again what was published by another process', async () => {
    await publishThree();
    blobs = localBlobs({ directory: folder().path });
    await publish({ '4.html': 'four' }, without('4.html'));
    const own = blobs;
    blobs = localBlobs({ directory: folder().path });
    await publish({ '5.html': 'five' }, without('5.html'));
    blobs = own;
    await publish({ '7.html': 'seven' }, without('7.html'));
    expect(await shown()).toMatchObject({ '4.html': 'four', '5.html': 'five', '7.html': 'seven' });
  });

  it('takes over what somebody has put in the place of a file', async () => {
    await publishThree();
    const [oldest = ''] = versions().sort();
    for (const [path, text] of [
      [`${folder().path}/${oldest}/5.html`, 'changed before'],
      [await pathOf('7.html'), 'changed'],
    ] as const) {
      writeFileSync(`${folder().path}/other`, text);
      renameSync(`${folder().path}/other`, path);
    }
    await publish({ '4.html': 'four' }, without('4.html'));
    expect(await shown()).toMatchObject({ '5.html': 'one', '7.html': 'changed' });
  });

  it('leaves out what somebody has added', async () => {
    await publishThree();
    for (const version of versions()) {
      linkSync(await pathOf('1.html'), `${folder().path}/${version}/added.html`);
    }
    await publish({ '4.html': 'four' }, without('4.html'));
    expect(Object.keys(await shown()).sort()).toEqual([...pages].sort());
  });

  it.each(['5.html', 'deep/in/0.html'])(
    'refuses to keep %s when it was taken away',
    async (path) => {
      await publishThree();
      rmSync(await pathOf(path));
      const publishing = publish({ '4.html': 'four' }, without('4.html'));
      await expectFailure(publishing, 'missing', 'no_blob');
      await publish({ '4.html': 'four', [path]: 'again' }, without('4.html', path));
      expect(await shown()).toMatchObject({ '4.html': 'four', [path]: 'again' });
    },
  );
});
