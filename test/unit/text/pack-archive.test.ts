import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packArchive } from '#core/text/pack-archive.ts';
import { bytesOf, streamOf } from '#test/support/bytes.ts';
import { readTar } from '#test/support/docs/read-tar.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const run = promisify(execFile);

async function* bodyOf(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

function entry(name: string, content = '') {
  return { name, size: Buffer.byteLength(content), body: bodyOf(content) };
}

const pack = (entries: Parameters<typeof packArchive>[0]) =>
  bytesOf(packArchive(entries, { level: 1 }));

const cases: readonly (readonly [string, string])[] = [
  ['top/index.html', '<h1>x</h1>'],
  ['top/empty', ''],
  ['top/exactly-a-block', 'b'.repeat(512)],
  [`top/${'n'.repeat(97)}`, '101 characters, cut at the slash'],
  [`top/${'n'.repeat(250)}`, 'no slash to cut at'],
  [`${'deep/'.repeat(80)}leaf`, 'deeper than ustar goes'],
  ['top/grüße 🎉.md', 'not ASCII'],
];

describe('an archive', () => {
  it.each(cases)('holds %s (S6)', async (name, content) => {
    const [member, ...rest] = readTar(gunzipSync(await pack([entry(name, content)])));
    expect([member?.name, member?.content.toString(), rest]).toEqual([name, content, []]);
  });

  it('is read by the system’s tar (S6)', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'all.tar.gz');
    const large = { name: 'top/large', size: 3_000_000, body: streamOf(3_000_000) };
    await writeFile(file, await pack([entry('top/'), ...cases.map((it) => entry(...it)), large]));
    await run('tar', ['-xzf', file, '-C', folder.path]);
    for (const [name, content] of cases) {
      expect(await readFile(join(folder.path, name), 'utf8')).toBe(content);
    }
    expect(await readFile(join(folder.path, 'top/large'))).toEqual(
      await bytesOf(streamOf(3_000_000)),
    );
  });

  it('is the same every time, without owners and with one time (S6)', async () => {
    const make = () => pack(cases.map((it) => entry(...it)));
    const [first, second] = [await make(), await make()];
    expect(first.equals(second)).toBe(true);
    const seconds = (Date.UTC(2000, 0, 1) / 1000).toString(8);
    for (const { fixed } of readTar(gunzipSync(first))) {
      const numbers = fixed.split(' ').filter(Boolean);
      expect(numbers.map((number) => number.replace(/^0+/, ''))).toEqual(['644', '', '', seconds]);
    }
  });

  it.each(['../x', '/etc/passwd', 'a/../../x', 'a//b', './x', '', 'a\0b'])(
    'refuses the name %j (S6)',
    async (name) => {
      await expect(pack([entry('a'), entry(name)])).rejects.toThrow('Not a name');
    },
  );

  it.each([
    ['shorter', ['abc']],
    ['longer', ['abc', 'defg']],
  ])('breaks off when a body is %s than it said', async (_name, parts) => {
    const wrong = { name: 'a', size: 5, body: bodyOf(...parts) };
    await expect(pack([wrong])).rejects.toThrow('Size mismatch');
  });
});
