import { open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { Failure } from '../../../failure.ts';
import { isCommit } from './source.ts';

const maxRefFileBytes = 64 * 1024;
export const maxPackedRefsBytes = 64 * 1024 * 1024;

const sha256 =
  'The repository was made with SHA-256 (--object-format=sha256): only SHA-1, the default of git, is supported';

/**
 * The real path of a local working tree. Failure('invalid'): 'bad_path' when it is not absolute
 * or does not exist, 'not_a_repository', or 'outside_roots', which does not say whether it exists.
 */
export async function findLocal(path: string, roots: readonly string[]): Promise<string> {
  if (path.includes('\0') || !isAbsolute(path)) {
    throw new Failure('invalid', 'bad_path', 'The repository path must be absolute');
  }
  const realRoots = await Promise.all(
    roots.map((root) => realpath(root).catch(() => resolve(root))),
  );
  const within = (place: string) =>
    realRoots.length === 0 ||
    realRoots.some(
      (root) => place === root || place.startsWith(root.endsWith(sep) ? root : root + sep),
    );
  const outside = () =>
    new Failure('invalid', 'outside_roots', 'The repository path lies outside the allowed folders');

  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) {
    const resolved = resolve(path);
    if (!within(resolved) && !roots.some((root) => resolved.startsWith(resolve(root) + sep))) {
      throw outside();
    }
    throw new Failure('invalid', 'bad_path', 'The repository path does not exist');
  }
  if (!within(real)) throw outside();
  const marker = await stat(join(real, '.git')).catch(() => undefined);
  if (!marker) {
    throw new Failure('invalid', 'not_a_repository', 'The path is not a git working tree');
  }
  return real;
}

/**
 * The commit of HEAD, read from files: git started in a stranger's repository would run commands
 * from its configuration (core.fsmonitor, hooks). Undefined: no commit yet.
 */
export async function readHead(directory: string): Promise<string | undefined> {
  const folder = await gitFolder(directory);
  const common = await commonFolder(folder);
  let name = 'HEAD';
  for (let hops = 0; hops < 5; hops += 1) {
    const loose = (await readRef(folder, name)) ?? (await readRef(common, name));
    const text = loose ?? (await findPacked(common, name));
    if (text === undefined || isCommit(text)) return text?.toLowerCase();
    if (/^[0-9a-f]{64}$/i.test(text)) throw new Failure('invalid', 'not_a_repository', sha256);
    const next = /^ref: *(refs\/[^\s\0]+)$/.exec(text)?.[1];
    if (next === undefined || next.split('/').includes('..')) break;
    name = next;
  }
  throw new Failure('invalid', 'not_a_repository', 'The HEAD of the repository cannot be read');
}

/** In a linked worktree or a submodule, .git is a file that names the folder. */
export async function gitFolder(directory: string): Promise<string> {
  const marker = join(directory, '.git');
  if ((await stat(marker)).isDirectory()) return marker;
  const path = /^gitdir: *(.+)$/.exec((await readRef(directory, '.git')) ?? '')?.[1];
  if (path !== undefined && !path.includes('\0')) {
    const folder = resolve(directory, path);
    if ((await stat(folder).catch(() => undefined))?.isDirectory()) return folder;
  }
  throw new Failure('invalid', 'not_a_repository', 'The path is not a git working tree');
}

export async function commonFolder(folder: string): Promise<string> {
  const path = await readRef(folder, 'commondir');
  return path === undefined || path.includes('\0') ? folder : resolve(folder, path);
}

async function readRef(folder: string, name: string): Promise<string | undefined> {
  return (await readSmall(join(folder, name), maxRefFileBytes))?.toString().trim();
}

async function findPacked(common: string, name: string): Promise<string | undefined> {
  const packed =
    (await readSmall(join(common, 'packed-refs'), maxPackedRefsBytes))?.toString() ?? '';
  return packed
    .split('\n')
    .find((line) => line.slice(line.indexOf(' ')) === ` ${name}`)
    ?.slice(0, -name.length - 1);
}

/** Absent, a folder, a pipe or too long: undefined. */
export async function readSmall(path: string, limit: number): Promise<Buffer | undefined> {
  const entry = await stat(path).catch(() => undefined);
  if (!entry?.isFile() || entry.size > limit) return undefined;
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return undefined;
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
