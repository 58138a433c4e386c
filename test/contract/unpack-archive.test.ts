import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync, type ZipOptions } from 'fflate';
import { pack, type Headers } from 'tar-stream';
import { beforeEach, expect, it } from 'vitest';
import {
  unpackArchive,
  type Unpacked,
} from '#core/platform/adapters/rules/archives/unpack-archive.ts';
import type { UnpackLimits } from '#core/platform/ports/trees.ts';
import { bytesOf } from '#test/support/bytes.ts';
import fc from '#test/support/property.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const MiB = 1024 * 1024;
const roomy: UnpackLimits = { bytes: 10 * MiB, entries: 1_000, depth: 3 };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});

/** Unpacks into a folder beside the archive. */
async function unpacked(bytes: Uint8Array, limits = roomy, signal?: AbortSignal) {
  writeFileSync(join(folder.path, 'archive'), bytes);
  return unpackArchive(join(folder.path, 'archive'), join(folder.path, 'out'), limits, signal);
}

/** Every path below the folder of the test, with the text of files. */
function written(): Record<string, string> {
  const paths = readdirSync(folder.path, { recursive: true, withFileTypes: true });
  const files = paths.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const stat = lstatSync(path);
    const text = stat.isFile() ? readFileSync(path, 'utf8') : stat.isDirectory() ? '/' : 'LINK';
    return [path.slice(folder.path.length + 1), text] as const;
  });
  return Object.fromEntries(files.filter(([path, text]) => path !== 'archive' && text !== '/'));
}

const zip = (files: Record<string, string | [string, ZipOptions]>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => {
        const [text, options] = typeof file === 'string' ? [file, {}] : file;
        return [name, [Buffer.from(text), options]];
      }),
    ),
  );

async function tar(...entries: readonly (Headers & { text?: string })[]): Promise<Buffer> {
  const archive = pack();
  for (const { text = '', ...header } of entries) {
    archive.entry({ ...header, size: text.length }, text);
  }
  archive.finalize();
  return bytesOf(archive);
}

const good = { 'out/logs/a.txt': 'a', 'out/b.txt': 'b' };
const whole: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  zip: () => zip({ 'logs/a.txt': 'a', 'b.txt': 'b' }),
  tar: () => tar({ name: './logs/a.txt', text: 'a' }, { name: 'b.txt', text: 'b' }),
  'tar.gz': async () =>
    gzipSync(await tar({ name: 'logs/a.txt', text: 'a' }, { name: 'b.txt', text: 'b' })),
};

it.each(Object.keys(whole))('a %s is unpacked', async (kind) => {
  const result = await unpacked((await whole[kind]?.()) ?? new Uint8Array());
  expect(written()).toEqual(good);
  expect(result).toMatchObject({ entries: 2, bytes: 2, problems: [] });
});

it.each(['text', '', 'PK', '\x1f\x8b', '<html>'])('%j is no archive', async (text) => {
  expect(await unpacked(Buffer.from(text, 'latin1'))).toBeUndefined();
});

/** None of them is written; the good file beside them is. */
const unsafe = [
  ...['../x', 'a/../../x', '/etc/x', '//x', 'C:/x', 'a\\..\\..\\x', '..\\x', 'a/./x', 'a//x'],
  ...['a\u0001b', 'a\nb', 'a\u0000b', '.git/config', 'a/.GIT/hooks/post-checkout', '..', '.'],
  ...[`${'n'.repeat(256)}`, `${'d/'.repeat(600)}x`],
];
const unixLink: ZipOptions = { os: 3, attrs: (0o120777 << 16) >>> 0 };
const hostile: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  ...Object.fromEntries(
    // In a zip's own character set control characters are signs such as ☺.
    unsafe
      .filter((name) => !/[\u0001\n]/.test(name))
      .map((name) => [`zip: ${JSON.stringify(name)}`, () => zip({ [name]: 'x', ok: 'x' })]),
  ),
  ...Object.fromEntries(
    unsafe
      .filter((name) => !name.includes('\0'))
      .map((name) => [
        `tar: ${JSON.stringify(name)}`,
        () => tar({ name, text: 'x' }, { name: 'ok', text: 'x' }),
      ]),
  ),
  'zip: a symlink': () => zip({ a: ['/etc/passwd', unixLink], ok: 'x' }),
  'zip: a device': () => zip({ a: ['x', { os: 3, attrs: (0o020666 << 16) >>> 0 }], ok: 'x' }),
  'tar: a symlink': () =>
    tar({ name: 'a', type: 'symlink', linkname: '..' }, { name: 'ok', text: 'x' }),
  'tar: a hard link': () =>
    tar({ name: 'ok', text: 'x' }, { name: 'a', type: 'link', linkname: 'ok' }),
  'tar: a pipe': () => tar({ name: 'a', type: 'fifo' }, { name: 'ok', text: 'x' }),
  'tar: a name twice': () => tar({ name: 'ok', text: 'x' }, { name: 'ok', text: 'other' }),
  'tar: a file as folder': () => tar({ name: 'ok', text: 'x' }, { name: 'ok/x', text: 'x' }),
};

it.each(Object.keys(hostile))('%s is left out (S6)', async (name) => {
  const result = await unpacked((await hostile[name]?.()) ?? new Uint8Array());
  expect(written()).toEqual({ 'out/ok': 'x' });
  expect(result).toMatchObject({ problems: [] });
});

it('a file below a link chain stays inside (S6)', async () => {
  const chain = await tar(
    { name: 'a', type: 'symlink', linkname: '..' },
    { name: 'a/b', type: 'symlink', linkname: '..' },
    { name: 'a/b/escaped', text: 'x' },
  );
  await unpacked(chain);
  expect(written()).toEqual({ 'out/a/b/escaped': 'x' });
});

/** A header that announces the size, without content. */
async function announced(size: number, type: string): Promise<Buffer> {
  const header = (await tar({ name: 'a', text: 'x' })).subarray(0, 512);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  header.write('        ', 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const zeros = (size: number) => Buffer.alloc(size);
const small = { bytes: MiB, entries: 100, depth: 2 };
const bombs: Record<string, readonly [() => Uint8Array | Promise<Uint8Array>, problem: RegExp]> = {
  'a zip of zeros': [() => zip({ a: '\0'.repeat(20 * MiB) }), /too large/],
  'a gzip of zeros': [() => gzipSync(zeros(20 * MiB)), /too large/],
  'a tar.gz of zeros': [
    async () => gzipSync(await tar({ name: 'a', text: '\0'.repeat(20 * MiB) })),
    /too large/,
  ],
  'a tar.gz whose links are long': [
    async () => {
      const header = await announced(20 * MiB, '2');
      return gzipSync(Buffer.concat([await tar({ name: 'a' }), header, zeros(20 * MiB)]));
    },
    /too large|too long/,
  ],
  'a tar with a name of 8 GB': [
    async () => gzipSync(Buffer.concat([await announced(8 ** 11 - 1, 'L'), zeros(20 * MiB)])),
    /header is too long/,
  ],
  'a tar with endless zeros after it': [
    async () => gzipSync(Buffer.concat([await tar({ name: 'a', text: 'x' }), zeros(20 * MiB)])),
    /header is too long|too large/,
  ],
  'a zip with many entries': [
    () => zip(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, '']))),
    /too many entries/,
  ],
  'a tar with many links': [
    () =>
      tar(
        ...Array.from({ length: 300 }, (_, at) => {
          return { name: `l${at}`, type: 'symlink', linkname: 'a' } as const;
        }),
      ),
    /too many entries/,
  ],
  'zips in a zip, each of zeros': [
    () => {
      const inner = Buffer.from(zip({ a: '\0'.repeat(MiB / 4) })).toString('latin1');
      const files = Array.from({ length: 9 }, (_, at) => [`${at}.zip`, inner] as const);
      return zipSync(
        Object.fromEntries(files.map(([name, text]) => [name, Buffer.from(text, 'latin1')])),
      );
    },
    /too large/,
  ],
};

it.each(Object.keys(bombs))('%s ends at the limit (S6)', async (name) => {
  const [make, problem] = bombs[name] ?? [];
  const result = (await unpacked((await make?.()) ?? new Uint8Array(), small)) as Unpacked;
  expect(result.problems.join()).toMatch(problem ?? '');
  const size = Object.values(written()).reduce((total, text) => total + text.length, 0);
  expect(size).toBeLessThanOrEqual(small.bytes);
});

it('no damage of an archive writes outside its folder, hangs or throws anything else', async () => {
  const archives = await Promise.all(Object.values(whole).map(async (make) => make()));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...archives),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
      async (archive, changes) => {
        const bytes = Buffer.from(archive);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        await unpacked(bytes);
        expect(Object.keys(written()).filter((path) => !path.startsWith('out/'))).toEqual([]);
        rmSync(join(folder.path, 'out'), { recursive: true, force: true });
      },
    ),
  );
});
