import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  confinedFiles,
  type ConfinedFiles,
} from '#core/platform/adapters/local/agents/files/confined-files.ts';
import { readGlob } from '#core/platform/adapters/local/agents/files/expressions.ts';
import { fileTools } from '#core/platform/adapters/local/agents/files/file-tools.ts';
import * as sdk from '#core/platform/adapters/local/agents/sdk/sdk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let confined: ConfinedFiles;

beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'inside/deep/node_modules'), { recursive: true });
  await mkdir(join(folder.path, 'outside'));
  confined = await confinedFiles(join(folder.path, 'inside'));
});

const write = (name: string, text: string | Buffer) => writeFile(join(confined.root, name), text);

async function call(name: string, values: object): Promise<string> {
  const tool = fileTools(sdk, confined).find((each) => each.name === name);
  const context = { cwd: confined.root } as never;
  const signal = new AbortController().signal;
  const { content } = (await tool?.execute('1', values, signal, undefined, context)) ?? {};
  return content?.map((block) => ('text' in block ? block.text : '')).join('') ?? '';
}

describe('the tools for files', () => {
  it.each([
    [{ pattern: 'needle' }, ['a.txt:2: a needle', 'deep/b.ts:1: Needle and needle']],
    [{ pattern: 'NEEDLE', ignoreCase: true, glob: '*.ts' }, ['deep/b.ts:1: Needle and needle']],
    [{ pattern: '(needle)', literal: true }, ['No matches found']],
    [{ pattern: 'needle', path: 'deep' }, ['b.ts:1: Needle and needle']],
    [
      { pattern: 'needle', context: 1, glob: '*.txt' },
      ['a.txt-1- hay', 'a.txt:2: a needle', 'a.txt-3- straw'],
    ],
    [{ pattern: 'needle', limit: 1 }, ['a.txt:2: a needle', '', '[1 matches limit reached]']],
  ])('grep with %j finds %j', async (values, lines) => {
    await write('a.txt', 'hay\na needle\r\nstraw');
    await write('deep/b.ts', 'Needle and needle');
    await write('deep/node_modules/c.ts', 'needle');
    await write('image.png', Buffer.from('\0needle'));
    expect(await call('grep', values)).toBe(lines.join('\n'));
  });

  it.each([
    [{ pattern: '*.txt' }, ['a.txt', 'deep/b.txt']],
    [{ pattern: 'deep/**' }, ['deep/b.txt']],
    [{ pattern: '*', limit: 1 }, ['a.txt', '', '[1 results limit reached]']],
  ])('find with %j finds %j', async (values, lines) => {
    await write('a.txt', '');
    await write('deep/b.txt', '');
    expect(await call('find', values)).toBe(lines.join('\n'));
  });

  it.each([
    ['larger than 10 MiB', Buffer.alloc(10 * 1024 * 1024 + 1, 'x'), 'is larger than 10 MiB'],
    ['not a text', Buffer.from('a\0b'), 'is not a text'],
  ])('read refuses a file that is %s (S14)', async (_what, bytes, message) => {
    await write('a.bin', bytes);
    await expect(call('read', { path: 'a.bin' })).rejects.toThrow(message);
  });

  it('write makes at most 64 folders (S14)', async () => {
    const path = (folders: number) => `${'a/'.repeat(folders)}b.txt`;
    await expect(call('write', { path: path(65), content: '' })).rejects.toThrow('is too deep');
    await call('write', { path: path(64), content: '' });
  });

  it('grep lets other work run between the lines of a file, and ends when it is aborted (S15)', async () => {
    await write('long.txt', 'a\n'.repeat(100_000));
    const tool = fileTools(sdk, confined).find(({ name }) => name === 'grep');
    const stop = new AbortController();
    const search = tool?.execute(
      ...(['1', { pattern: 'b', path: 'long.txt' } as never, stop.signal, undefined] as const),
      {} as never,
    );
    let isOver = false;
    void search?.then(
      () => (isOver = true),
      () => (isOver = true),
    );
    while (!isOver) {
      await otherWork();
      stop.abort();
    }
    await expect(search).rejects.toThrow('aborted');
  });

  it.each(['(a{1000}){2}', 'a{600}b{600}', 'x'.repeat(1_001), '(?=a)'])(
    'grep refuses the pattern %.20s, which costs too much or cannot be read (S15)',
    async (pattern) => {
      await expect(call('grep', { pattern })).rejects.toThrow(/too long|error parsing/);
    },
  );

  it.each([
    ['*.ts', 'a/b.ts', true],
    ['a/*.ts', 'a/b/c.ts', false],
    ['**/b.ts', 'b.ts', true],
    ['a/**/c.ts', 'a/c.ts', true],
    ['*.{ts,js}', 'x.js', true],
    ['[!a]?.md', 'bc.md', true],
    ['a+(b).txt', 'a+(b).txt', true],
  ])('a glob %s and the path %s: %s', async (glob, path, isMatch) => {
    expect((await readGlob(glob))(path)).toBe(isMatch);
  });
});

describe('the files of a folder', () => {
  it('stay inside while a folder becomes a link and a folder again (S3)', async () => {
    const at = (name: string) => join(folder.path, name);
    await writeFile(at('outside/file.txt'), 'a canary');
    await mkdir(at('inside/swapped'));
    await writeFile(at('inside/swapped/file.txt'), 'harmless');
    await symlink(at('outside'), at('link'));
    const ended = new AbortController();
    const swap = async () => {
      while (!ended.signal.aborted) {
        await rename(at('inside/swapped'), at('folder'));
        await rename(at('link'), at('inside/swapped'));
        await rename(at('inside/swapped'), at('link'));
        await rename(at('folder'), at('inside/swapped'));
      }
    };
    const swapping = swap();
    const path = join(confined.root, 'swapped/file.txt');
    const texts = new Set<string>();
    for (let tries = 0; tries < 2_000; tries += 1) {
      await confined.write(path, 'harmless').catch(() => undefined);
      const read = await confined.read(path).catch(() => undefined);
      if (read !== undefined) texts.add(read.toString());
    }
    ended.abort();
    await swapping;
    expect([...texts]).not.toContain('a canary');
    expect(await (await confinedFiles(at('outside'))).read(at('outside/file.txt'))).toEqual(
      Buffer.from('a canary'),
    );
  });
});
