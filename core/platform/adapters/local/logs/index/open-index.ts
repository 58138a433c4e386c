import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cachedStatements, type Sql } from '../../database/statements.ts';
import { layout, layoutVersion } from './layout.ts';

export interface LogIndex {
  readonly sql: Sql;
  readonly directory: string;
  isTransaction(): boolean;
  /** False: the file was removed, or another one is in its place. */
  isInPlace(): boolean;
  close(): void;
}

/** SQLite's codes for a damaged file: https://sqlite.org/rescode.html. */
const damage = new Set([11, 26]);

/** The index beside the files. One of another version, or a damaged one, is made again. */
export function openIndex(directory: string): LogIndex {
  try {
    return open(directory);
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeIndex(directory);
    return open(directory);
  }
}

export function isDamage(error: unknown): boolean {
  const code = (error as { readonly errcode?: number } | undefined)?.errcode;
  return code !== undefined && damage.has(code & 0xff);
}

export function removeIndex(directory: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${fileIn(directory)}${end}`, { force: true });
}

function open(directory: string): LogIndex {
  const handle = new DatabaseSync(fileIn(directory), { timeout: 30_000 });
  try {
    handle.exec(
      'PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536',
    );
    handle.exec('PRAGMA journal_size_limit = 67108864');
    const storedVersion = Number(handle.prepare('PRAGMA user_version').get()?.['user_version']);
    if (storedVersion !== 0 && storedVersion !== layoutVersion) {
      handle.close();
      removeIndex(directory);
      return open(directory);
    }
    if (storedVersion === 0)
      handle.exec(`BEGIN IMMEDIATE; ${layout}; PRAGMA user_version = ${layoutVersion}; COMMIT`);
    const inode = inodeOf(directory);
    return {
      sql: cachedStatements(handle),
      directory,
      isTransaction: () => handle.isTransaction,
      isInPlace: () => inodeOf(directory) === inode,
      close: () => handle.close(),
    };
  } catch (error) {
    if (handle.isOpen) handle.close();
    throw error;
  }
}

function inodeOf(directory: string): number | undefined {
  return statSync(fileIn(directory), { throwIfNoEntry: false })?.ino;
}

function fileIn(directory: string): string {
  return join(directory, '.index.db');
}
