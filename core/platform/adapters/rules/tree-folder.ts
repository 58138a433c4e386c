import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tree } from '../../ports/trees.ts';
import { byCodePoint } from './by-code-point.ts';

const largestHashed = 64 * 1024 * 1024;
/** Lines are counted up to this size. */
const countedBytes = 16 * 1024 * 1024;
const deepest = 40;

/** Folders of tools and package managers, which are not the authors' work. */
const toolFolders = new Set([
  '.hg',
  '.svn',
  'node_modules',
  'bower_components',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.gradle',
  '.terraform',
  '.next',
  '.nuxt',
  '.turbo',
  '.sst',
  '.cache',
  'site-packages',
]);

export interface FileFacts {
  /** Files up to 64 MiB are hashed. */
  readonly hash: string | undefined;
  readonly lines: number;
}

/** A tree in a folder. Links are not followed: the repository may be hostile. */
export function treeFolder(
  directory: string,
  close: () => Promise<void> = async () => {},
): Tree & { facts(path: string): Promise<FileFacts | undefined> } {
  let root: Promise<string> | undefined;

  async function withFile<Result>(
    path: string,
    use: (file: FileHandle, size: number) => Promise<Result>,
  ) {
    if (!isInside(path)) return undefined;
    root ??= realpath(directory);
    const place = join(await root.catch(() => directory), path);
    // If the real path differs, a folder above is a link.
    const real = await realpath(place).catch(() => undefined);
    if (real !== place) return undefined;
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const file = await open(place, flags).catch(() => undefined);
    if (!file) return undefined;
    try {
      const stat = await file.stat();
      return stat.isFile() ? await use(file, stat.size) : undefined;
    } finally {
      await file.close();
    }
  }

  /** Pages ask for the lines of a file, then for its hash. */
  const factsByPath = new Map<string, Promise<FileFacts | undefined>>();
  const facts = (path: string) => {
    const reading = factsByPath.get(path) ?? withFile(path, readFacts);
    factsByPath.set(path, reading);
    return reading;
  };

  return {
    directory: async () => directory,

    async files(limit) {
      const paths: string[] = [];
      let folders = [''];
      for (let depth = 0; depth < deepest && folders.length > 0; depth += 1) {
        const next: string[] = [];
        for (const folder of folders) {
          if (paths.length >= limit) break;
          for (const entry of await listFolder(join(directory, folder))) {
            const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
            // In a submodule it is a file.
            if (entry.name === '.git') continue;
            if (entry.isFile()) paths.push(path);
            else if (entry.isDirectory() && !toolFolders.has(entry.name)) next.push(path);
          }
        }
        folders = next;
      }
      return paths.slice(0, limit).sort(byCodePoint);
    },

    read: (path, maxBytes) =>
      withFile(path, async (file, size) => {
        const bytes = Buffer.alloc(Math.min(size, maxBytes));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
        return bytes.subarray(0, bytesRead);
      }),

    facts,
    hash: async (path) => (await facts(path))?.hash,
    lines: async (path) => (await facts(path))?.lines,
    close,
  };
}

/** Reads hash and lines in one pass, without keeping the content. */
async function readFacts(file: FileHandle, size: number): Promise<FileFacts> {
  const isHashed = size <= largestHashed;
  const hash = createHash('sha1').update(`blob ${size}\0`);
  const end = isHashed ? size : countedBytes;
  const chunk = Buffer.allocUnsafe(Math.min(end, 256 * 1024));
  let lines = 0;
  let last: number | undefined;
  for (let at = 0; at < end;) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at);
    if (bytesRead === 0) break;
    const bytes = chunk.subarray(0, bytesRead);
    if (isHashed) hash.update(bytes);
    const lineBytes = bytes.subarray(0, Math.max(0, countedBytes - at));
    for (let line = lineBytes.indexOf(10); line !== -1; line = lineBytes.indexOf(10, line + 1)) {
      lines += 1;
    }
    last = lineBytes.at(-1) ?? last;
    at += bytesRead;
  }
  const hasOpenLine = last !== 10;
  return { hash: isHashed ? hash.digest('hex') : undefined, lines: lines + (hasOpenLine ? 1 : 0) };
}

/** The history is not stored: no step reads it, and it may be large. */
export function isKept(name: string): boolean {
  return name !== '.git';
}

function isInside(path: string): boolean {
  return (
    path.length <= 4_096 &&
    !path.includes('\0') &&
    path.split('/').every((part) => !['', '.', '..', '.git'].includes(part))
  );
}

async function listFolder(path: string) {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => byCodePoint(a.name, b.name));
}
