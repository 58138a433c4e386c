import { mkdir, rm, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { patientOffload } from '#test/support/processes/patient-offload.ts';
import { localTranscripts } from '#core/platform/adapters/local/transcripts/transcripts.ts';
import readTranscripts from '#test/support/sessions/read-transcripts.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { watchedTranscripts } from '#core/platform/adapters/local/transcripts/watched-folders.ts';
import { transcriptsContract } from './transcripts-suite.ts';

async function open() {
  const folder = await temporaryFolder();
  const offload = patientOffload({ children: 1 });
  const directory = join(folder.path, 'projects');
  const transcripts = localTranscripts({ folders: { projects: directory }, offload });
  const fileOf = (path: string) =>
    path.includes('/') ? join(directory, path) : join(folder.path, path);
  return {
    directory,
    transcripts,
    takesUploads: false,
    async write(path: string, content: string | Uint8Array) {
      await mkdir(dirname(fileOf(path)), { recursive: true });
      await writeFile(fileOf(path), content);
    },
    remove: (path: string) => rm(fileOf(path)),
    close: () => offload.close(),
  };
}

transcriptsContract('a folder', open);

it('reads no links, pipes and folders, also when they replace a listed file (S3)', async () => {
  const home = await open();
  const { directory, transcripts } = home;
  const secret = join(directory, '../secret');
  mkdirSync(join(directory, '-a/folder.jsonl'), { recursive: true });
  mkdirSync(join(directory, '../elsewhere'));
  writeFileSync(secret, 'secret');
  writeFileSync(join(directory, '../elsewhere/x.jsonl'), 'secret');
  symlinkSync(secret, join(directory, '-a/link.jsonl'));
  symlinkSync(secret, join(directory, '-a/.history.jsonl'));
  symlinkSync(secret, join(directory, '../history.jsonl'));
  symlinkSync(join(directory, '../elsewhere'), join(directory, '-linked'));
  symlinkSync(join(directory, 'none'), join(directory, '-a/broken.jsonl'));
  execFileSync('mkfifo', [join(directory, '-a/pipe.jsonl')]);
  expect(await transcripts.list()).toEqual([]);
  const paths = ['-a/link.jsonl', '-a/.history.jsonl', 'history.jsonl', '-a/broken.jsonl'];
  const all = [...paths, '-a/pipe.jsonl', '-a/folder.jsonl', '-linked/x.jsonl'];
  for (const isSmall of [false, true]) {
    const texts = await transcripts.compute(readTranscripts, all, { isSmall });
    expect(texts).toEqual(all.map(() => ''));
  }
  await home.close();
});

it('lists a folder again after every change in it, and only then', async () => {
  const home = await open();
  const { directory, transcripts } = home;
  const pathsNow = async () => (await transcripts.list()).map(({ path, size }) => [path, size]);
  await home.write('-a/x.jsonl', 'x');
  await home.write('-b/y.jsonl', 'y');
  await home.write('history.jsonl', 'z');
  for (let size = 2; size <= 200; size += 1) {
    appendFileSync(join(directory, '-a/x.jsonl'), 'x');
    const files = await transcripts.list();
    expect(files.map((file) => file.size)).toEqual([size, 1, 1]);
    // Only Linux tells of changes. A folder that was read again would make another list.
    if (process.platform === 'linux') expect(await transcripts.list()).toBe(files);
  }
  renameSync(join(directory, '-a/x.jsonl'), join(directory, '-b/x.jsonl'));
  const inB = { '-b/x.jsonl': 200, '-b/y.jsonl': 1 };
  expect(Object.fromEntries(await pathsNow())).toEqual({ ...inB, 'history.jsonl': 1 });
  // Another folder of the same name.
  renameSync(join(directory, '-b'), join(directory, '../elsewhere'));
  await home.write('-b/z.jsonl', 'other');
  expect(Object.fromEntries(await pathsNow())).toEqual({ '-b/z.jsonl': 5, 'history.jsonl': 1 });
  await home.write('../elsewhere/late.jsonl', 'late');
  rmSync(join(directory, '-b'), { recursive: true });
  expect(await pathsNow()).toEqual([['history.jsonl', 1]]);
  await home.write('history.jsonl', 'zz');
  expect(await pathsNow()).toEqual([['history.jsonl', 2]]);
  // The kernel tells of a write through a link only where the link is.
  await home.write('-c/x.jsonl', 'x');
  linkSync(join(directory, '-c/x.jsonl'), join(directory, '../link'));
  for (let size = 2; size <= 4; size += 1) {
    appendFileSync(join(directory, '../link'), 'x');
    expect(await pathsNow()).toContainEqual(['-c/x.jsonl', size]);
  }
  await home.close();
});

it('lists folders again when others have taken the place of those above', async () => {
  const { path } = await temporaryFolder();
  const now = join(path, 'now');
  const list = watchedTranscripts({ projects: join(now, 'projects'), codex: join(now, 'codex') });
  const sizes = async () => (await list()).map(({ size }) => size);
  const write = (root: string, text: string) => {
    for (const name of ['codex/sessions/2026/03/01/rollout-x.jsonl', 'projects/-a/x.jsonl']) {
      mkdirSync(dirname(join(path, root, name)), { recursive: true });
      writeFileSync(join(path, root, name), text);
    }
  };
  for (const [at, target] of ['one', 'two', 'one'].entries()) {
    write(target, 'x'.repeat(at));
    symlinkSync(target, join(path, 'next'));
    renameSync(join(path, 'next'), now);
    expect(await sizes()).toEqual([at, at]);
  }
  for (const [at, name] of ['projects', 'codex', 'codex/sessions/2026', ''].entries()) {
    renameSync(join(path, 'one', name), join(path, `old-${at}`));
    write('one', 'x'.repeat(9 + at));
    expect(await sizes()).toEqual([9 + at, 9 + at]);
  }
});

it('works off what is small without a helper process', async () => {
  const home = await open();
  await home.write('-a/x.jsonl', 'text');
  await home.close();
  const input = ['-a/x.jsonl'];
  await expect(home.transcripts.compute(readTranscripts, input)).rejects.toThrow();
  const texts = await home.transcripts.compute(readTranscripts, input, { isSmall: true });
  expect(texts).toEqual(['text']);
});
