import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type Headers, pack } from 'tar-stream';
import { unpack } from '#core/platform/adapters/aws/trees/unpack.ts';
import { packArchive } from '#core/text/pack-archive.ts';
import { bytesOf } from '#test/support/bytes.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

async function archiveOf(...entries: readonly (Headers & { text?: string })[]): Promise<Buffer> {
  const tar = pack();
  for (const { text = '', ...header } of entries) {
    tar.entry({ ...header, size: text.length }, text);
  }
  tar.finalize();
  return bytesOf(tar);
}

/** A file whose header says more than there is. */
async function cut(size: number): Promise<Buffer> {
  const whole = await archiveOf({ name: 'a', text: 'x'.repeat(2_000) });
  const header = whole.subarray(0, 512);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return whole.subarray(0, 1_500);
}

const own = { name: 'own', text: 'x' };
const hostile: Record<string, () => Promise<Buffer>> = {
  'a name that leads out': () => archiveOf(own, { name: '../x', text: 'x' }),
  'a name that leads out further down': () => archiveOf({ name: 'a/../../x', text: 'x' }),
  'an absolute name': () => archiveOf({ name: '/tmp/x', text: 'x' }),
  'a long name that leads out': () => archiveOf({ name: `../${'n'.repeat(200)}`, text: 'x' }),
  'a symlink': () => archiveOf({ name: 'a', type: 'symlink', linkname: '/etc/passwd' }),
  'a file below a symlink': () =>
    archiveOf({ name: 'a', type: 'symlink', linkname: '..' }, { name: 'a/x', text: 'x' }),
  'a hard link': () => archiveOf({ name: 'a', type: 'link', linkname: 'own' }),
  'a device': () => archiveOf({ name: 'a', type: 'character-device' }),
  'a name twice': () => archiveOf(own, own),
  'a file that is cut': () => cut(2_000),
  'a file of 8 GB that is not there': () => cut(8 ** 11 - 1),
  'no archive': async () => Buffer.alloc(600, 'x'),
};

it.each(Object.keys(hostile))('a kept tree with %s is refused (S3, S6)', async (name) => {
  const folder = await temporaryFolder();
  const bytes = gzipSync((await hostile[name]?.()) ?? '');
  const unpacking = unpack(
    (async function* () {
      yield bytes;
    })(),
    `${folder.path}/tree`,
  );
  await expect(unpacking).rejects.toThrow();
  expect(readdirSync(folder.path).filter((found) => found !== 'tree')).toEqual([]);
});

it('a kept tree comes out as it was, folders of earlier versions included (R8)', async () => {
  const folder = await temporaryFolder();
  const files = { 'a/b/c.txt': 'one', 'ü 🎉': 'two', [`${'d'.repeat(200)}/e`]: '' };
  const entries = Object.entries(files).map(([name, text]) => {
    return { name, size: Buffer.byteLength(text), body: [Buffer.from(text)] };
  });
  const folders = [{ name: 'a/', size: 0, body: [] }];
  await unpack(packArchive([...folders, ...entries], { level: 1 }), folder.path);
  for (const [name, text] of Object.entries(files)) {
    expect(readFileSync(`${folder.path}/${name}`, 'utf8')).toBe(text);
  }
});
