import { lstatSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { partsFolder } from './names.ts';
import { makeFolders } from '../files/durable.ts';
import { openingFailure } from '../../rules/storage-failure.ts';

/** An older part was left by a process that died. */
const abandonedMs = 86_400_000;

/** The folder of one open store: where keys lie, and where half-written things lie meanwhile. */
export interface BlobFolder {
  readonly root: string;
  /** Whether names that differ in case alone are one name here. */
  readonly foldsCase: boolean;
  path(key: string): string;
  /** A path of our own in the same file system. */
  scratch(kind: string): string;
  makeFolders(path: string): Promise<boolean>;
}

/** Opens the directory, making it when it is absent, and removes what a crash left behind a day ago. */
export function openBlobFolder(directory: string): BlobFolder {
  let root: string;
  let parts: string;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    root = realpathSync(directory);
    parts = join(root, partsFolder);
    mkdirSync(parts, { recursive: true, mode: 0o700 });
    if (!lstatSync(parts).isDirectory()) throw new Error(`${parts} is not a folder of ours`);
    removeAbandoned(parts);
  } catch (error) {
    throw openingFailure('data', directory, error);
  }
  return {
    root,
    foldsCase: isSame(join(root, partsFolder), join(root, partsFolder.toUpperCase())),
    path: (key) => `${root}/${key.endsWith('/') ? key.slice(0, -1) : key}`,
    scratch: (kind) => join(parts, `${randomUUID()}.${kind}`),
    makeFolders: (path) => makeFolders(root, path),
  };
}

function removeAbandoned(parts: string): void {
  for (const name of readdirSync(parts)) {
    const path = join(parts, name);
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (!entry || Date.now() - entry.mtimeMs < abandonedMs) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}
