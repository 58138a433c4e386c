import { createHash } from 'node:crypto';
import { fstatSync, readSync, statSync, readdirSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '../../database/statements.ts';
import { dayOf, isText } from '../files/places.ts';
import { openFile } from './read-rows.ts';

/** A log file as it is on the disk. */
export interface DiskFile {
  readonly name: string;
  /** The day of a daily file. */
  readonly day: number | undefined;
  readonly inode: number;
  readonly size: number;
  readonly modified: number;
}

/** A log file as the index knows it. */
export interface KnownFile {
  readonly id: number;
  readonly name: string;
  readonly inode: number;
  readonly position: number;
  readonly seal: string;
  readonly last: number | null;
  readonly size: number;
  readonly modified: number;
}

const sealedBytes = 512;

/** Daily files first, oldest first. */
export function filesOnDisk(directory: string): DiskFile[] {
  const files: DiskFile[] = [];
  for (const name of readdirSync(directory)) {
    const day = dayOf(name);
    if (day === undefined && !isText(name)) continue;
    const stats = statSync(join(directory, name), { throwIfNoEntry: false });
    if (!stats?.isFile()) continue;
    files.push({ name, day, inode: stats.ino, size: stats.size, modified: stats.mtimeMs });
  }
  const daily = files.filter(({ day }) => day !== undefined);
  const texts = files.filter(({ day }) => day === undefined);
  return [
    ...daily.sort((one, other) => (one.day ?? 0) - (other.day ?? 0)),
    ...texts.sort((one, other) => one.modified - other.modified),
  ];
}

export function knownFiles(sql: Sql): KnownFile[] {
  return sql.statement('SELECT * FROM file').all() as unknown as KnownFile[];
}

export function isSame(file: DiskFile, indexed: KnownFile): boolean {
  return (
    indexed.name === file.name &&
    indexed.inode === file.inode &&
    indexed.size === file.size &&
    indexed.modified === file.modified
  );
}

/** What the index knows of each file. A rotated text log has another name, a copied one another
 * inode. */
export function matched(
  directory: string,
  files: readonly DiskFile[],
  indexed: readonly KnownFile[],
): ReadonlyMap<DiskFile, KnownFile> {
  const unmatched = new Set(indexed);
  const pairs = new Map<DiskFile, KnownFile>();
  const pair = (isLike: (file: DiskFile, one: KnownFile) => boolean) => {
    for (const file of files) {
      if (pairs.has(file)) continue;
      for (const one of unmatched) {
        if (!isLike(file, one) || !isContinued(directory, file, one)) continue;
        pairs.set(file, one);
        unmatched.delete(one);
        break;
      }
    }
  };
  pair(
    (file, one) =>
      file.day === undefined && one.inode === file.inode && dayOf(one.name) === undefined,
  );
  pair((file, one) => one.name === file.name);
  return pairs;
}

function isContinued(directory: string, file: DiskFile, indexed: KnownFile): boolean {
  if (isSame(file, indexed)) return true;
  return (
    file.size >= indexed.position && sealOf(directory, file.name, indexed.position) === indexed.seal
  );
}

/** A checksum of the file's beginning and of what lies before the position. */
export function sealOf(directory: string, name: string, position: number): string {
  const file = openFile(join(directory, name));
  if (file === undefined) return '';
  try {
    if (!fstatSync(file).isFile()) return '';
    const hash = createHash('sha256');
    for (const at of [0, Math.max(0, position - sealedBytes)]) {
      const bytes = Buffer.alloc(Math.min(sealedBytes, position - at));
      hash.update(bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at)));
    }
    return hash.digest('hex').slice(0, 16);
  } finally {
    closeSync(file);
  }
}
