import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tar } from '#core/text/tar.ts';
import { readTar } from '#test/support/read-tar.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const run = promisify(execFile);

async function* bodyOf(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

function entry(name: string, content = '') {
  return { name, size: Buffer.byteLength(content), body: bodyOf(content) };
}

async function pack(entries: Parameters<typeof tar>[0]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar(entries)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const cases: readonly (readonly [string, string])[] = [
  ['top/index.html', '<h1>x</h1>'],
  ['top/empty', ''],
  ['top/exactly-a-block', 'b'.repeat(512)],
  ['top/one-more', 'b'.repeat(513)],
  [`top/${'n'.repeat(96)}`, '100 characters'],
  [`top/${'n'.repeat(97)}`, '101 characters, cut at the slash'],
  [`${'p'.repeat(150)}/${'n'.repeat(99)}`, 'prefix and name'],
  [`top/${'n'.repeat(250)}`, 'no slash to cut at'],
  [`${'deep/'.repeat(80)}leaf`, 'deeper than ustar goes'],
  ['top/grüße 🎉.md', 'not ASCII'],
  ['top/with space', ' '],
];

describe('tar', () => {
  it.each(cases)('packs %s (S6)', async (name, content) => {
    const [member, ...rest] = readTar(await pack([entry(name, content)]));
    expect([member?.name, member?.content.toString(), rest]).toEqual([name, content, []]);
  });

  it('is read by the system’s tar (S6)', async () => {
    const folder = await temporaryFolder();
    try {
      const file = join(folder.path, 'all.tar');
      await writeFile(file, await pack([entry('top/'), ...cases.map(([n, c]) => entry(n, c))]));
      await run('tar', ['-xf', file, '-C', folder.path]);
      for (const [name, content] of cases) {
        expect(await readFile(join(folder.path, name), 'utf8')).toBe(content);
      }
    } finally {
      await folder.remove();
    }
  });

  it('is the same every time, without owners and with one time (S6)', async () => {
    const make = () => pack(cases.map(([name, content]) => entry(name, content)));
    const [first, second] = [await make(), await make()];
    expect(first.equals(second)).toBe(true);
    const seconds = (Date.UTC(2000, 0, 1) / 1000).toString(8).padStart(11, '0');
    expect(new Set(readTar(first).map(({ fixed }) => fixed))).toEqual(
      new Set([`0000644 0000000 0000000 ${seconds}`]),
    );
  });

  it.each(['../x', '/etc/passwd', 'a/../../x', 'a//b', './x', '', 'a\0b'])(
    'refuses the name %j (S6)',
    async (name) => {
      await expect(pack([entry(name)])).rejects.toThrow('not a name');
    },
  );

  it.each([
    ['shorter', ['abc']],
    ['longer', ['abc', 'defg']],
  ])('breaks off when a body is %s than it said', async (_name, parts) => {
    const wrong = { name: 'a', size: 5, body: bodyOf(...parts) };
    await expect(pack([wrong])).rejects.toThrow('not of 5 bytes');
  });
});
