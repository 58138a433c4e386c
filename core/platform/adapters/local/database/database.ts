import { Failure } from '#core/platform/failure.ts';
import { busyMilliseconds, connect } from './connect.ts';
import { primaryCode, storageFailure } from './failure.ts';
import { databaseLog } from './log.ts';
import { cachedStatements, type Sql } from './statements.ts';
import { commitWatch } from './watch.ts';
import { onDisk } from '../files/storage-failure.ts';

/** One open SQLite file, shared by all adapters of a process. Whoever opened it closes it. */
export interface Database {
  readonly file: string;
  /** Commits so far. */
  readonly commits: number;
  /**
   * Runs the work in a transaction and resolves when its outcome is on the disk. Writes that are
   * asked for meanwhile share one transaction or one wait; a work that throws undoes only its
   * own changes. When the commit or the disk fails, all of its writes reject with
   * Failure('unavailable').
   */
  write<T>(work: (sql: Sql) => T): Promise<T>;
  /** As write, but resolves with the commit: a power cut may undo it, the end of the process does
   * not. What is written because of it is on the disk after it. */
  hint<T>(work: (sql: Sql) => T): Promise<T>;
  /** Sees every committed write, a moment before it is on the disk: whoever writes because of it
   * is on the disk after it. Must not change anything. */
  read<T>(work: (sql: Sql) => T): T;
  /** Differs after every commit, of whichever process. */
  stamp(): string;
  /** Calls the listener within 250 ms of a commit of another process. Returns the way to stop it. */
  watchOthers(listener: () => void): () => void;
  /** When all accepted writes have ended. */
  settled(): Promise<void>;
  /** Ends accepted writes and lets go of the file. Repeated: nothing. */
  close(): Promise<void>;
}

interface Waiting {
  readonly tell: () => void;
  readonly reject: (error: unknown) => void;
}

interface Write {
  readonly work: (sql: Sql) => unknown;
  readonly isHint: boolean;
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
  const log = databaseLog(file);
  let queue: Write[] = [];
  /** Committed, and not yet on the disk. */
  let waiting: Waiting[] = [];
  let scheduled = false;
  let syncing = false;
  /** The disk has refused what was committed: nobody knows what it holds. */
  let isDoubtful = false;
  let idle: (() => void)[] = [];
  let closing: Promise<void> | undefined;
  let commits = 0;
  let groups = 0;
  let lockedSince: number | undefined;

  return {
    file,

    get commits() {
      return commits;
    },

    write: (work) => write(work, false),

    hint: (work) => write(work, true),

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
      return `${groups} ${commitsOfOthers()}`;
    },

    watchOthers: commitWatch(() => (handle.isOpen ? commitsOfOthers() : '')),

    settled,

    close() {
      closing ??= settled().then(async () => {
        await log.close().finally(() => handle.close());
      });
      return closing;
    },
  };

  function write<T>(work: (sql: Sql) => T, isHint: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (closing) throw closed();
      queue.push({ work, isHint, resolve: resolve as (value: unknown) => void, reject });
      schedule();
    });
  }

  /** SQLite's own number counts the commits of other connections alone. */
  function commitsOfOthers(): string {
    return String(sql.statement('PRAGMA data_version').get()?.['data_version']);
  }

  function settled(): Promise<void> {
    if (!scheduled && !syncing) return Promise.resolve();
    return new Promise((resolve) => idle.push(resolve));
  }

  function schedule() {
    if (scheduled) return;
    scheduled = true;
    // After the input of this turn has been read: what it asks to write joins the group.
    setImmediate(turn);
  }

  function turn() {
    if (!commitGroup()) return void setTimeout(turn, lockedMilliseconds);
    scheduled = false;
    if (queue.length > 0) schedule();
    if (!syncing) void sync();
  }

  async function sync() {
    syncing = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        // What is behind something that the disk has lost is lost with it.
        if (isDoubtful) writeAnew();
        else await onDisk(() => log.sync());
        for (const { tell } of group) tell();
      } catch (error) {
        isDoubtful = true;
        const failure = notWritten(error);
        for (const { reject } of group) reject(failure);
      }
    }
    syncing = false;
    if (scheduled) return;
    const settled = idle;
    idle = [];
    for (const resolve of settled) resolve();
  }

  /** A disk that once has failed to write forgets what it did not write, and the next wait would
   * succeed: so everything is written anew, into the database itself. */
  function writeAnew() {
    try {
      handle.exec('PRAGMA busy_timeout = 0');
      const done = handle.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      if (done?.['busy'] !== 0) throw new Error('another program reads the database');
    } finally {
      handle.exec(`PRAGMA busy_timeout = ${busyMilliseconds}`);
    }
    isDoubtful = false;
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
    const outcomes: Waiting[] = [];
    // Also of one that fails: nobody knows what a disk has kept.
    groups += 1;
    try {
      if (isDoubtful) writeAnew();
      if (!begin()) return false;
      const started = performance.now();
      do {
        const write = queue.shift();
        if (!write) break;
        group.push(write);
        outcomes.push(attempt(write));
      } while (performance.now() - started < maxGroupMilliseconds);
      handle.exec('COMMIT');
      commits += 1;
    } catch (error) {
      undo();
      if (group.length === 0) {
        group.push(...queue);
        queue = [];
      }
      const failure = notWritten(error);
      for (const { reject } of group) reject(failure);
      return true;
    }
    for (const [at, outcome] of outcomes.entries()) {
      if (group[at]?.isHint) outcome.tell();
      waiting.push(outcome);
    }
    return true;
  }

  function undo() {
    try {
      if (handle.isTransaction) handle.exec('ROLLBACK');
    } catch {
      // The disk fails even here. The next group begins with the same error, and says so.
    }
  }

  /** Its outcome, to be told once the group is on the disk. Throws when the group is lost. */
  function attempt({ work, resolve, reject }: Write): Waiting {
    sql.statement('SAVEPOINT one').run();
    try {
      const value = work(sql);
      sql.statement('RELEASE one').run();
      return { tell: () => resolve(value), reject };
    } catch (error) {
      // A full disk can make SQLite undo the whole transaction by itself.
      if (!handle.isTransaction) throw error;
      handle.exec('ROLLBACK TO one; RELEASE one');
      return { tell: () => reject(storageFailure(file, error)), reject };
    }
  }

  function notWritten(error: unknown): Failure {
    const known = storageFailure(file, error);
    if (known instanceof Failure) return known;
    return new Failure('unavailable', 'not_written', `Database ${file}: nothing was written`, {
      cause: error,
    });
  }

  function closed(): Failure {
    return new Failure('unavailable', 'closed', `Database ${file}: closed already`);
  }
}
