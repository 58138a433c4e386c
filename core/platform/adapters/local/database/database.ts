import { Failure } from '../../../failure.ts';
import type { Changes } from '../../rules/changes.ts';
import { databaseChanges } from './changes.ts';
import { checkpoints } from './checkpoints.ts';
import { busyMilliseconds, connect } from './connect.ts';
import { primaryCode, storageFailure } from './failure.ts';
import { cachedStatements, type Sql } from './statements.ts';
import { walSync } from './wal-sync.ts';

/** One open SQLite file, shared by all adapters of a process. Whoever opened it closes it. */
export interface Database {
  readonly file: string;
  /** Commits so far. */
  readonly commits: number;
  /**
   * Runs the work in a transaction and resolves when its outcome is on the disk. Writes that are
   * asked for meanwhile share one transaction; a work that throws undoes only its own changes. When
   * the commit fails, all of its writes reject with Failure('unavailable'); so they do, although others
   * see them, when the disk fails after it.
   */
  write<T>(work: (sql: Sql) => T, options?: WriteOptions): Promise<T>;
  /** Must not change anything. */
  read<T>(work: (sql: Sql) => T): T;
  /** Differs after every commit; after one of another process from the next turn on. */
  stamp(): string;
  readonly changes: Changes;
  /** When all accepted writes have ended. */
  settled(): Promise<void>;
  /** Ends accepted writes and lets go of the file. Repeated: nothing. */
  close(): Promise<void>;
}

export interface WriteOptions {
  /** False: the write does not wait for the disk. It survives the end of this process; a power cut may
   * undo it, with all that came after it. */
  readonly isSynced?: boolean;
}

interface Write extends WriteOptions {
  readonly work: (sql: Sql) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Between two looks whether another process has ended its write. */
const lockedMilliseconds = 10;

/** A turn of the event loop is not held longer by one group, so that others are served. */
const maxGroupMilliseconds = 10;

export function openDatabase({ file }: { file: string }): Database {
  const handle = connect(file);
  const sql = cachedStatements(handle);
  const wal = walSync(file);
  const moves = checkpoints(file);
  /** Committed groups that are on their way to the disk. */
  let syncing = 0;
  const queue: Write[] = [];
  let isScheduled = false;
  let idle: (() => void)[] = [];
  let closing: Promise<void> | undefined;
  let commits = 0;
  let others: string | undefined;
  let lockedSince: number | undefined;

  return {
    file,

    get commits() {
      return commits;
    },

    write<T>(work: (sql: Sql) => T, options?: WriteOptions) {
      return new Promise<T>((resolve, reject) => {
        if (closing) throw closed();
        queue.push({ ...options, work, resolve: resolve as (value: unknown) => void, reject });
        schedule();
      });
    },

    read(work) {
      if (!handle.isOpen) throw closed();
      try {
        return work(sql);
      } catch (error) {
        throw storageFailure(file, error);
      }
    },

    stamp() {
      if (!handle.isOpen) throw closed();
      return `${commits} ${commitsOfOthers()}`;
    },

    changes: databaseChanges(() => (handle.isOpen ? commitsOfOthers() : '')),

    settled,

    close() {
      closing ??= settled().then(async () => {
        await Promise.all([wal.close(), moves.close()]);
        handle.close();
      });
      return closing;
    },
  };

  /** SQLite's own number counts the commits of other connections alone. Read once a turn. */
  function commitsOfOthers(): string {
    if (others === undefined) setImmediate(() => (others = undefined));
    return (others ??= String(sql.statement('PRAGMA data_version').get()?.['data_version']));
  }

  function settled(): Promise<void> {
    if (!isScheduled && syncing === 0) return Promise.resolve();
    return new Promise((resolve) => idle.push(resolve));
  }

  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    // After the input of this turn has been read: what it asks to write joins the group.
    setImmediate(turn);
  }

  function turn() {
    if (!commitGroup()) return void setTimeout(turn, lockedMilliseconds);
    isScheduled = false;
    if (queue.length > 0) return schedule();
    tellIdle();
  }

  function tellIdle() {
    if (isScheduled || syncing > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  /** False: another process is writing. SQLite would wait for it and hold up the event loop. */
  function begin(): boolean {
    handle.exec('PRAGMA busy_timeout = 0');
    try {
      handle.exec('BEGIN IMMEDIATE');
      lockedSince = undefined;
      return true;
    } catch (error) {
      const now = performance.now();
      lockedSince ??= now;
      if (primaryCode(error) === 5 && now - lockedSince < busyMilliseconds) return false;
      lockedSince = undefined;
      throw error;
    } finally {
      handle.exec(`PRAGMA busy_timeout = ${busyMilliseconds}`);
    }
  }

  /** False: nothing was tried. */
  function commitGroup(): boolean {
    const group: Write[] = [];
    const settle = new Map<Write, () => void>();
    try {
      if (!begin()) return false;
      const started = performance.now();
      do {
        const write = queue.shift();
        if (!write) break;
        group.push(write);
        settle.set(write, attempt(write, group.length === 1));
      } while (handle.isTransaction && performance.now() - started < maxGroupMilliseconds);
      if (!handle.isTransaction) {
        for (const one of settle.values()) one();
        return true;
      }
      handle.exec('COMMIT');
      commits += 1;
      moves.committed();
      for (const [{ isSynced }, one] of settle) if (isSynced === false) one();
      if (group.some(({ isSynced }) => isSynced !== false)) void toDisk(settle);
    } catch (error) {
      undo();
      if (group.length === 0) group.push(...queue.splice(0));
      refuse(group, error);
    }
    return true;
  }

  /** Repeated for what is settled already: nothing. */
  async function toDisk(settle: ReadonlyMap<Write, () => void>): Promise<void> {
    syncing += 1;
    try {
      await wal.sync();
      for (const one of settle.values()) one();
    } catch (error) {
      refuse([...settle.keys()], error);
    } finally {
      syncing -= 1;
      tellIdle();
    }
  }

  function refuse(writes: readonly Write[], error: unknown) {
    const failure = notWritten(error);
    for (const { reject } of writes) reject(failure);
  }

  function undo() {
    try {
      if (handle.isTransaction) handle.exec('ROLLBACK');
    } catch {
      // The disk fails even here. The next group begins with the same error, and says so.
    }
  }

  /** How to settle it once the group is on the disk. Throws when the group is lost. The first write has
   * no savepoint, for which SQLite copies each page that is changed: one that fails ends the transaction. */
  function attempt({ work, resolve, reject }: Write, isFirst: boolean): () => void {
    if (!isFirst) sql.statement('SAVEPOINT one').run();
    try {
      const value = work(sql);
      if (!isFirst) sql.statement('RELEASE one').run();
      return () => resolve(value);
    } catch (error) {
      // A full disk can make SQLite undo the whole transaction by itself.
      if (!handle.isTransaction) throw error;
      handle.exec(isFirst ? 'ROLLBACK' : 'ROLLBACK TO one; RELEASE one');
      return () => reject(storageFailure(file, error));
    }
  }

  function notWritten(error: unknown): Failure {
    const failure = storageFailure(file, error);
    if (failure instanceof Failure) return failure;
    return new Failure('unavailable', 'not_written', `Database ${file}: nothing was written`, {
      cause: error,
    });
  }

  function closed(): Failure {
    return new Failure('unavailable', 'closed', `Database ${file}: closed already`);
  }
}
