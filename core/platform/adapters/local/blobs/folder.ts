import { lstatSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { workshop } from './names.ts';
import { makeFolders, sharedSync } from '../files/durable.ts';
import { openingFailure } from '../files/storage-failure.ts';

/** The folder of one open store: where keys lie, and where half-written things lie meanwhile. */
export interface BlobFolder {
  readonly root: string;
  /** Whether names that differ in case alone are one name here. */
  readonly foldsCase: boolean;
  path(key: string): string;
  /** A path of our own in the same file system; what a crash leaves there goes at opening. */
  scratch(kind: string): string;
  sync(path: string): Promise<void>;
  makeFolders(path: string): Promise<boolean>;
}

/** Opens the directory, making it when it is absent, and clears what a crash left behind. */
export function openBlobFolder(directory: string): BlobFolder {
  let root: string;
  let own: string;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    root = realpathSync(directory);
    const parts = join(root, workshop);
    mkdirSync(parts, { recursive: true, mode: 0o700 });
    if (!lstatSync(parts).isDirectory()) throw new Error(`${parts} is not a folder of ours`);
    clearLeftovers(parts);
    own = join(parts, `${ownerName()}-${randomBytes(6).toString('hex')}`);
    mkdirSync(own, { mode: 0o700 });
  } catch (error) {
    throw openingFailure('data', directory, error);
  }
  const sync = sharedSync();
  let count = 0;
  return {
    root,
    foldsCase: isSame(join(root, workshop), join(root, workshop.toUpperCase())),
    path: (key) => `${root}/${key.endsWith('/') ? key.slice(0, -1) : key}`,
    scratch: (kind) => join(own, `${++count}.${kind}`),
    sync,
    makeFolders: (path) => makeFolders(root, path, sync),
  };
}

/** Names the process, so that a number that was given again does not look like the old one. */
function ownerName(): string {
  return `${process.pid}-${Math.round(performance.timeOrigin).toString(36)}`;
}

function clearLeftovers(parts: string): void {
  for (const name of readdirSync(parts)) {
    if (isOwnerAlive(name)) continue;
    rmSync(join(parts, name), { recursive: true, force: true });
  }
}

function isOwnerAlive(name: string): boolean {
  const pid = Number(name.split('-')[0]);
  if (!Number.isInteger(pid) || pid < 1) return false;
  if (pid === process.pid) return name.startsWith(`${ownerName()}-`);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}
