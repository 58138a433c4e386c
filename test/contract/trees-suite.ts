import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Tree, Trees } from '#core/platform/ports/trees.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

interface Opened {
  /** Each call is another process' view of the same trees. */
  readonly open: () => Trees;
}

export function treesContract(name: string, open: () => Promise<Opened>): void {
  const world = eachTest(async () => {
    const [opened, folder] = [await open(), await temporaryFolder()];
    return { trees: opened.open(), other: opened.open, folder: folder.path };
  });

  /** A folder with these files in it. */
  async function filled(files: Record<string, string | Uint8Array>, name = 'clone') {
    const directory = join(world().folder, name);
    await mkdir(directory);
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), content);
    }
    return directory;
  }

  const textOf = async (tree: Tree | undefined, path: string) => {
    const bytes = await tree?.read(path, 1_000);
    return bytes && Buffer.from(bytes).toString();
  };

  describe(`trees in ${name}`, () => {
    const long = `${'deep/'.repeat(30)}${'n'.repeat(120)}.txt`;
    const files = {
      'b.txt': 'bee\n',
      'a/ü ß.txt': 'umlauts',
      'a/line\nbreak': '',
      [long]: 'far away',
      'bytes.bin': new Uint8Array([0, 255, 128]),
    };

    it('are kept, moved away from where they lay, and there for another process', async () => {
      const directory = await filled(files);
      await world().trees.keep('gen_1', directory);
      expect(existsSync(directory)).toBe(false);
      const tree = await world().other().open('gen_1');
      expect(await tree?.files(100)).toEqual(Object.keys(files).sort());
      for (const [path, content] of Object.entries(files)) {
        expect(Buffer.from((await tree?.read(path, 1_000)) ?? 'absent')).toEqual(
          Buffer.from(content),
        );
        const onDisk = await readFile(join((await tree?.directory()) ?? '', path));
        expect(onDisk).toEqual(Buffer.from(content));
      }
      await tree?.close();
    });

    it('have several folders side by side, each without its git folder (S3)', async () => {
      const app = await filled({ 'a.txt': 'app', '.git/config': 'x', 'b/.git/config': 'y' }, 'c1');
      const tests = await filled({ 'a.txt': 'tests', '.git/hooks/post-checkout': 'x' }, 'c2');
      await world().trees.keep('job_1', { app, 'my tests': tests });
      expect([existsSync(app), existsSync(tests)]).toEqual([false, false]);
      const tree = await world().other().open('job_1');
      expect(await tree?.files(100)).toEqual(['app/a.txt', 'my tests/a.txt']);
      expect(await textOf(tree, 'my tests/a.txt')).toBe('tests');
      const directory = (await tree?.directory()) ?? '';
      expect([...(await readdir(directory))].sort()).toEqual(['app', 'my tests']);
      expect(await readdir(join(directory, 'my tests'))).toEqual(['a.txt']);
      await tree?.close();
    });

    it.each(['..', '.', '', 'a/b', 'a\\b', '.git'])(
      'refuse %j as the name of a folder (S5)',
      async (name) => {
        const from = await filled({ 'a.txt': '' }, 'clone');
        await expectFailure(world().trees.keep('job_1', { [name]: from }), 'invalid', 'bad_key');
      },
    );

    it.each(['', '..', 'a/b', 'a.b', 'x'.repeat(129)])('cannot be called %j', async (bad) => {
      const refused = { kind: 'invalid', code: 'bad_key' };
      const directory = await filled({ file: '' });
      await expect(world().trees.keep(bad, directory)).rejects.toMatchObject(refused);
      await expect(world().trees.open(bad)).rejects.toMatchObject(refused);
      await expect(world().trees.forget(bad)).rejects.toMatchObject(refused);
      expect(existsSync(directory)).toBe(true);
    });

    it('give git’s own hashes', async () => {
      const directory = await filled({ ...files, empty: '', large: 'x'.repeat(200_000) });
      await world().trees.keep('x', directory);
      const tree = await world().trees.open('x');
      for (const path of ['b.txt', 'empty', 'large', 'bytes.bin']) {
        const place = join((await tree?.directory()) ?? '', path);
        const hash = execFileSync('git', ['hash-object', place]).toString().trim();
        expect([path, await tree?.hash(path)]).toEqual([path, hash]);
      }
      expect(await tree?.hash('none')).toBe(undefined);
      await tree?.close();
    });

    it.each([
      ['', 1],
      ['a', 1],
      ['a\nb', 2],
      ['\n'.repeat(300_000), 300_000],
    ])('count the lines of %j', async (content, lines) => {
      await world().trees.keep('x', await filled({ 'a/file': content }));
      const tree = await world().other().open('x');
      expect(await tree?.lines('a/file')).toBe(lines);
      expect(await tree?.lines('none')).toBe(undefined);
      await tree?.close();
    });

    describe('made by a stranger (S3)', () => {
      async function hostile() {
        const outside = join(world().folder, 'outside');
        await mkdir(outside);
        await writeFile(join(outside, 'secret'), 'canary');
        const directory = await filled({ real: 'real', '.git/config': 'x', 'sub/.git': 'x' });
        await symlink(join(outside, 'secret'), join(directory, 'link'));
        await symlink(outside, join(directory, 'folder'));
        await symlink('real', join(directory, 'inner'));
        await symlink('folder', join(directory, 'chain'));
        await mkdir(join(directory, 'node_modules'));
        await writeFile(join(directory, 'node_modules/x'), 'x');
        execFileSync('mkfifo', [join(directory, 'pipe')]);
        return directory;
      }

      it.each(['in place', 'kept'])('show nothing but files of their own, %s', async (how) => {
        const directory = await hostile();
        const { trees } = world();
        if (how === 'kept') await trees.keep('x', directory);
        const tree = how === 'kept' ? await trees.open('x') : trees.at(directory);
        expect(await tree?.files(100)).toEqual(['real']);
        for (const path of [
          ...['link', 'folder/secret', 'chain/secret', 'inner', 'pipe', 'sub', '.git/config'],
          ...['../outside/secret', 'sub/../../outside/secret', '/etc/passwd', 'sub/.git', ''],
          ...['real/', './real', 'real\0', '..', `${'x/'.repeat(3_000)}y`, 'none'],
        ]) {
          expect([path, await tree?.read(path, 10)]).toEqual([path, undefined]);
          expect([path, await tree?.hash(path), await tree?.lines(path)]).toEqual([
            path,
            undefined,
            undefined,
          ]);
        }
        expect(await textOf(tree, 'real')).toBe('real');
        await tree?.close();
      });

      it('do not fill the memory with a huge file', async () => {
        const directory = await filled({ huge: '' });
        await truncate(join(directory, 'huge'), 2 ** 40);
        const tree = world().trees.at(directory);
        expect((await tree.read('huge', 1_000))?.length).toBe(1_000);
        expect([await tree.hash('huge'), await tree.lines('huge')]).toEqual([undefined, 1]);
      });
    });

    describe('gathered from a stranger', () => {
      const limits = { bytes: 300, entries: 10, depth: 2 };
      async function* parts(...all: readonly (string | Uint8Array)[]) {
        for (const each of all) yield Buffer.from(each);
      }

      it('S6: are files and unpacked archives, to be kept or removed', async () => {
        const { trees } = world();
        const gathered = await trees.gather(limits);
        const inner = zipSync({
          ...{ 'b.txt': Buffer.from('b'), '../out': Buffer.from('x') },
          link: [Buffer.from('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }],
        });
        const taken = zipSync({ c: Buffer.from('c') });
        const added = [
          await gathered.add('a/log.txt', parts('one ', 'two')),
          await gathered.add('r.zip', parts(inner.subarray(0, 50), inner.subarray(50))),
          await gathered.add('no.zip', parts('no archive')),
          await gathered.add('app.jar', parts(inner)),
          await gathered.add('r.zip.unpacked', parts('x')),
          await gathered.add('a/log.txt/below', parts('x')),
          await gathered.add('t.zip.unpacked/x', parts('x')),
          await gathered.add('t.zip', parts(taken)),
        ];
        expect(added.flat()).toEqual([
          'r.zip.unpacked has the name of another file',
          'below has the name of another file',
        ]);
        await trees.keep('x', { found: gathered.directory });
        await gathered.close();
        const tree = await world().other().open('x');
        expect(await tree?.files(100)).toEqual(
          [
            'a/log.txt',
            'app.jar',
            'no.zip',
            'r.zip.unpacked/b.txt',
            't.zip',
            't.zip.unpacked/x',
          ].map((path) => `found/${path}`),
        );
        expect(await textOf(tree, 'found/a/log.txt')).toBe('one two');
        await tree?.close();
        await trees.forget('x');
      });

      it('S6: leave nothing of a file that breaks off, and share one limit', async () => {
        const gathered = await world().trees.gather(limits);
        async function* broken() {
          yield Buffer.from('half');
          throw new Error('the connection is lost');
        }
        await expect(gathered.add('a.txt', broken())).rejects.toThrow('the connection is lost');
        expect(await readdir(gathered.directory)).toEqual([]);
        const archive = zipSync({ bytes: new Uint8Array(200) });
        expect(await gathered.add('a.zip', parts(archive))).toEqual([]);
        expect(await gathered.add('b.zip', parts(archive))).toEqual([
          'b.zip is not complete: it is too large',
        ]);
        await gathered.close();
        await gathered.close();
        expect(existsSync(gathered.directory)).toBe(false);
      });
    });
  });
}
