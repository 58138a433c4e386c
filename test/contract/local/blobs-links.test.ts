import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { textOf } from '#test/support/bytes.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { publishFiles } from '#test/support/docs/publish-files.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('blobs: nothing outside the directory is touched (S3, S5)', () => {
  let base: string;
  let directory: string;
  let outside: string;
  let blobs: Blobs;
  beforeEach(async () => {
    ({ path: base } = await temporaryFolder());
    [directory, outside] = [join(base, 'data'), join(base, 'outside')];
    fs.mkdirSync(join(outside, 'deep'), { recursive: true });
    fs.writeFileSync(join(outside, 'secret'), 'secret');
    fs.writeFileSync(join(outside, 'deep/secret'), 'secret');
    blobs = localBlobs({ directory });
    await blobs.put('real/file', 'real');
  });

  const plant = (path: string, target: string) => fs.symlinkSync(target, join(directory, path));
  const expectOutsideUntouched = () => {
    expect(fs.readdirSync(outside, { recursive: true }).sort()).toEqual([
      'deep',
      'deep/secret',
      'secret',
    ]);
    for (const file of ['secret', 'deep/secret']) {
      expect(fs.readFileSync(join(outside, file), 'utf8')).toBe('secret');
    }
  };

  it.each([
    ['link', '../outside/secret', 'link'],
    ['link', '/etc/passwd', 'link'],
    ['real/link', '../../outside/secret', 'real/link'],
    ['link', '../outside', 'link/secret'],
    ['link', '../outside', 'link/deep/secret'],
    ['real/link', '../../outside/deep', 'real/link/secret'],
    ['link', '/etc', 'link/passwd'],
    ['link', 'real', 'link/file'],
    ['link', 'real/file', 'link'],
    ['link', 'nothing', 'link'],
    ['link', 'link', 'link'],
    ['link', '.', 'link/real/file'],
    ['link', '..', 'link/outside/secret'],
  ])('%s → %s: %s does not exist and is not written', async (path, target, key) => {
    plant(path, target);
    expect(await blobs.get(key)).toBeUndefined();
    expect(await blobs.get(key, { range: { first: 0 } })).toBeUndefined();
    expect(await blobs.head(key)).toBeUndefined();
    expect((await Array.fromAsync(blobs.list(''))).map((entry) => entry.key)).toEqual([
      'real/file',
    ]);
    expect(await Array.fromAsync(blobs.list(`${path}/`))).toEqual([]);
    await expectFailure(blobs.put(key, 'x'), 'conflict', 'blocked');
    await expectFailure(blobs.put(`${key}/new`, 'x'), 'conflict', 'blocked');
    await blobs.delete(key);
    await blobs.deletePrefix(`${key}/`);
    await blobs.deletePrefix(`${path}/`);
    expect(await blobs.published(`${path}/`)).toBeUndefined();
    await expectFailure(publishFiles(blobs, `${path}/site/`, { file: 'x' }), 'conflict', 'blocked');
    expect(fs.readlinkSync(join(directory, path))).toBe(target);
    expectOutsideUntouched();
    expect(await textOf(await blobs.get('real/file'))).toBe('real');
  });

  it.each([
    ['real/link', '../../outside/secret', 'real/link', true],
    ['real/link', '../../outside', 'real/link/secret', true],
    ['real/link', '/etc/passwd', 'real/link', true],
    ['real/link', '../../outside', 'real/link/none', false],
    ['real/link', '../../outside/none', 'real/link', false],
    ['real/link', 'file', 'real/link', false],
    ['real/link', 'link', 'real/link', false],
    ['link', 'real', 'link/file', false],
    ['link', '.', 'real/file', false],
    ['link', '.', 'real/none', false],
  ])('%s → %s: %s leads outside: %s', async (path, target, key, leads) => {
    plant(path, target);
    expect(await blobs.leadsOutside('real/', key)).toBe(leads);
  });

  it('deletes a folder with the links in it, not what they point at', async () => {
    plant('real/link', '../../outside');
    plant('real/file-link', '../../outside/secret');
    await blobs.deletePrefix('real/');
    expect(await Array.fromAsync(blobs.list(''))).toEqual([]);
    expect(fs.existsSync(join(directory, 'real'))).toBe(false);
    expectOutsideUntouched();
  });

  it('does not serve links that lie in published content', async () => {
    await publishFiles(blobs, 'site/', { file: 'published' });
    plant(`${await blobs.published('site/')}link`, '../../outside/secret');
    const now = (await blobs.published('site/')) ?? '';
    expect((await Array.fromAsync(blobs.list(now))).map(({ key }) => key)).toEqual([`${now}file`]);
    expect(await blobs.get(`${now}link`)).toBeUndefined();
  });

  it.each([
    ['an absolute path', () => outside],
    ['a path upwards', () => '../outside'],
    ['another folder', () => 'real'],
    ['itself', () => 'site'],
    ['a version of another name', () => '.other.gen-0000000000000000'],
    ['a version that is absent', () => '.site.gen-0000000000000000'],
    ['a version below', () => 'real/.site.gen-0000000000000000'],
  ])('takes %s in place of the link for nothing, and puts it right', async (_, target) => {
    await publishFiles(blobs, 'site/', { file: 'one' });
    fs.mkdirSync(join(directory, '.other.gen-0000000000000000'));
    fs.unlinkSync(join(directory, 'site'));
    plant('site', target());
    const before = await blobs.published('site/');
    expect(await textOf(await blobs.get(`${before}file`))).toBe('one');
    expect(await blobs.get('site/secret')).toBeUndefined();
    await publishFiles(blobs, 'site/', { file: 'two' });
    const now = (await blobs.published('site/')) ?? '';
    expect(await textOf(await blobs.get(`${now}file`))).toBe('two');
    expect(fs.readFileSync(join(directory, 'site/file'), 'utf8')).toBe('two');
    expectOutsideUntouched();
  });

  it('does not follow a link in place of a version', async () => {
    plant('.site.gen-0000000000000000', '../outside');
    plant('site', '.site.gen-0000000000000000');
    expect(await blobs.published('site/')).toBeUndefined();
    expect(await blobs.get('.site.gen-0000000000000000/secret')).toBeUndefined();
    expect(await Array.fromAsync(blobs.list('.site.gen-0000000000000000/'))).toEqual([]);
    await blobs.deletePrefix('site/');
    expectOutsideUntouched();
  });

  it('takes pipes and unreadable names for nothing, without waiting', async () => {
    execFileSync('mkfifo', [join(directory, 'real/pipe')]);
    fs.writeFileSync(Buffer.from([...Buffer.from(`${directory}/real/`), 0xff]), 'x');
    fs.writeFileSync(join(directory, 'real/back\\slash'), 'x');
    fs.writeFileSync(join(directory, 'real/new\nline'), 'x');
    expect(await blobs.get('real/pipe')).toBeUndefined();
    expect(await blobs.head('real/pipe')).toBeUndefined();
    expect((await Array.fromAsync(blobs.list(''))).map(({ key }) => key)).toEqual(['real/file']);
    await expectFailure(blobs.put('real/pipe', 'x'), 'conflict', 'blocked');
  });

  it('does not clean up behind a link at opening', async () => {
    fs.rmSync(join(directory, '.lantern'), { recursive: true });
    plant('.lantern', '../outside');
    await expectFailure((async () => localBlobs({ directory }))(), 'configuration');
    expectOutsideUntouched();
  });

  it('opens a directory that is itself reached by a link', async () => {
    fs.symlinkSync(directory, join(base, 'way'));
    const other = localBlobs({ directory: join(base, 'way') });
    expect(await textOf(await other.get('real/file'))).toBe('real');
  });
});
