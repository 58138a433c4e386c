import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { brokenStream, streamOf, textOf } from '#test/support/bytes.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { publishFiles } from '#test/support/docs/publish-files.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('blobs: what a person finds in the directory', () => {
  let directory: string;
  let blobs: Blobs;
  beforeEach(async () => {
    ({ path: directory } = await temporaryFolder());
    blobs = localBlobs({ directory: join(directory, 'data') });
  });
  const at = (path: string) => join(directory, 'data', path);

  it('the key is the path, for its owner alone', async () => {
    await blobs.put('projects/x/plan.json', '{}');
    expect(fs.readFileSync(at('projects/x/plan.json'), 'utf8')).toBe('{}');
    expect(fs.statSync(at('projects/x/plan.json')).mode & 0o777).toBe(0o600);
    for (const folder of ['.', 'projects', 'projects/x']) {
      expect(fs.statSync(at(folder)).mode & 0o777).toBe(0o700);
    }
  });

  it('a large body that is given up waits for what it reads, and closes its file', async () => {
    await blobs.put('a/large', 'x'.repeat(1_000_000));
    const openFiles = () => fs.readdirSync('/dev/fd').length;
    const before = openFiles();
    const body = (await blobs.get('a/large'))?.body[Symbol.asyncIterator]();
    const order: string[] = [];
    await Promise.all([
      body?.next().then(({ value }) => order.push(`read ${(value as Uint8Array).length}`)),
      body?.return?.().then(() => order.push('closed')),
    ]);
    expect(order).toEqual(['read 262144', 'closed']);
    expect(await body?.next()).toMatchObject({ done: true });
    expect(openFiles()).toBe(before);
  });

  it('a published site lies where the requirement says', async () => {
    for (const version of ['one', 'two', 'three']) {
      await publishFiles(blobs, 'projects/x/site/', { 'index.html': version });
      expect(fs.readFileSync(at('projects/x/site/index.html'), 'utf8')).toBe(version);
    }
    // The link, this version and the one before.
    expect(fs.readdirSync(at('projects/x'))).toHaveLength(3);
    await blobs.deletePrefix('projects/x/site/');
    expect(fs.existsSync(at('projects'))).toBe(false);
  });

  it.each([
    ['an earlier version published', undefined],
    ['has lost its list of fingerprints', '[["index.html"'],
  ])('a site that %s is read, and published over (R8)', async (_, fingerprints) => {
    const old = 'projects/x/.site.gen-mh1v000000abcdef';
    fs.mkdirSync(at(`${old}/assets`), { recursive: true });
    fs.writeFileSync(at(`${old}/index.html`), 'old');
    fs.writeFileSync(at(`${old}/assets/x.js`), 'same');
    if (fingerprints !== undefined) fs.writeFileSync(at(`${old}/.lantern.json`), fingerprints);
    fs.symlinkSync('.site.gen-mh1v000000abcdef', at('projects/x/site'));
    const shown = async (path: string) =>
      textOf(await blobs.get(`${await blobs.published('projects/x/site/')}${path}`));
    expect([await shown('index.html'), await shown('assets/x.js')]).toEqual(['old', 'same']);
    for (const text of ['one', 'two']) {
      const next = { 'index.html': text, 'assets/x.js': 'same' };
      await publishFiles(blobs, 'projects/x/site/', next);
      expect([await shown('index.html'), await shown('assets/x.js')]).toEqual([text, 'same']);
      expect(fs.readFileSync(at('projects/x/site/index.html'), 'utf8')).toBe(text);
      expect(await shown('.lantern.json')).toBeUndefined();
      expect(fs.existsSync(at(old))).toBe(text === 'one');
    }
  });

  it('no blob is the folder of another', async () => {
    await blobs.put('a', 'x');
    await blobs.put('b/c', 'x');
    await expectFailure(blobs.put('a/b', 'x'), 'conflict', 'blocked');
    await expectFailure(blobs.put('b', 'x'), 'conflict', 'blocked');
    await expectFailure(publishFiles(blobs, 'a/', { x: 'x' }), 'conflict', 'blocked');
    expect(await textOf(await blobs.get('a'))).toBe('x');
  });

  it('a write that fails leaves no folder behind', async () => {
    await expect(blobs.put('a/b/c', brokenStream(10))).rejects.toThrow('broke');
    await blobs.put('a', 'x');
    expect(await textOf(await blobs.get('a'))).toBe('x');
  });

  it.each(['.lantern/x', '.lantern/1-2/x', 'a/.site.gen-0123456789abcdef/x'])(
    'nobody writes to %s',
    async (key) => {
      await expectFailure(blobs.put(key, 'x'), 'invalid', 'bad_key');
      await expectFailure(blobs.newVersion(`${key}/`), 'invalid', 'bad_key');
    },
  );

  it('a directory that refuses is told in one line, with the way out', async () => {
    fs.chmodSync(directory, 0o000);
    const { lines, errors } = await runChild('processes/files-child.ts', ['refused', directory]);
    fs.chmodSync(directory, 0o700);
    expect(errors).toBe('');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatch(/^configuration: The .* cannot be used\. .*check owner.* \(EACCES\)$/);
      expect(line).toContain(directory);
    }
  });

  it('a directory that vanishes is told in one line', async () => {
    fs.rmSync(join(directory, 'data'), { recursive: true });
    for (const body of ['x', streamOf(10)]) {
      const failure = await expectFailure(blobs.put('a/b/c', body), 'unavailable');
      expect(failure.message).toMatch(/^The data directory is gone: [^\n]*$/);
    }
    expect(await blobs.get('a/b/c')).toBeUndefined();
    expect(await Array.fromAsync(blobs.list(''))).toEqual([]);
  });

  it.each([
    ['a file in its place', '..', '.'],
    ['a file above it', '../..', '..'],
  ])('refuses to open %s, in one line', async (_, above, file) => {
    const path = join(directory, 'spoilt', 'data');
    fs.mkdirSync(join(path, above), { recursive: true });
    fs.writeFileSync(join(path, file), 'x');
    const opening = (async () => localBlobs({ directory: path }))();
    const failure = await expectFailure(opening, 'configuration', 'data_directory');
    expect(failure.message).toMatch(/^[^\n]+$/);
    expect(failure.message).toContain(path);
  });
});
