import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import type { Sql } from '#core/platform/adapters/local/database/statements.ts';
import { Failure } from '#core/platform/failure.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure, outcomes } from '#test/support/expect-failure.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const insert = (value: number) => (sql: Sql) => {
  sql.statement('INSERT INTO t (value) VALUES (?)').run(value);
};
const values = (sql: Sql) =>
  sql
    .statement('SELECT value FROM t ORDER BY value')
    .all()
    .map((row) => row['value']);

describe('group commit', () => {
  const world = eachTest(async () => {
    const { file, database } = await temporaryDatabase();
    await database.write((sql) => sql.execute('CREATE TABLE t (value INTEGER PRIMARY KEY)'));
    return { file, database };
  });

  it('writes that are asked for together share one wait for the disk', async () => {
    const { database } = world();
    const before = database.commits;
    await Promise.all(Array.from({ length: 64 }, (_, at) => database.write(insert(at))));
    // A group ends after 10 ms, which a slow machine may need for fewer than 64.
    expect(database.commits - before).toBeLessThanOrEqual(4);
    expect(database.read(values)).toHaveLength(64);
  });

  it('the stamp tells of what another process has written', async () => {
    const { file, database } = world();
    const before = database.stamp();
    expect(database.stamp()).toBe(before);
    const other = openDatabase({ file });
    await other.write(insert(1));
    expect(database.stamp()).not.toBe(before);
    await other.close();
  });

  it('the same text gives rows with names and rows without', async () => {
    const { database } = world();
    await database.write(insert(7));
    const text = 'SELECT value FROM t';
    const both = (sql: Sql) => [sql.rows(text, []), sql.statement(text).all()];
    for (let time = 0; time < 2; time += 1) {
      expect(database.read(both)).toEqual([[[7]], [{ value: 7 }]]);
    }
  });

  it.each([1, 2, 3])('write %i of 3 that throws undoes only its own changes', async (wrong) => {
    const { database } = world();
    const { won, lost } = await outcomes(
      [1, 2, 3].map((value) =>
        database.write((sql) => {
          insert(value)(sql);
          if (value === wrong) throw new Failure('conflict', 'mine', 'no');
        }),
      ),
    );
    expect([won.length, lost]).toEqual([2, ['conflict mine']]);
    expect(database.read(values)).toEqual([1, 2, 3].filter((value) => value !== wrong));
  });

  it('a commit that fails rejects all of its writes, and the next one succeeds (R7)', async () => {
    const { database } = world();
    await database.write((sql) =>
      sql.execute('CREATE TABLE u (t INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED)'),
    );
    const { won, lost } = await outcomes([
      database.write(insert(1)),
      // Checked at the commit alone.
      database.write((sql) => sql.execute('INSERT INTO u VALUES (99)')),
      database.write(insert(2)),
    ]);
    expect([won, lost]).toEqual([[], Array(3).fill('unavailable not_written')]);
    expect(database.read(values)).toEqual([]);
    await database.write(insert(3));
    expect(database.read(values)).toEqual([3]);
  });

  it('a full disk is told, leaves everything as it was, and work goes on after (R7)', async () => {
    const { database, file } = world();
    await database.write(insert(1));
    const grow = (sql: Sql) => sql.execute('CREATE TABLE v AS SELECT zeroblob(1000000) AS bytes');
    database.read((sql) => sql.execute('PRAGMA max_page_count = 20'));
    const failure = await expectFailure(database.write(grow), 'unavailable', 'storage_full');
    expect(failure.message).toContain(file);
    await database.write(insert(2));
    database.read((sql) => sql.execute('PRAGMA max_page_count = 100000'));
    await database.write(grow);
    expect(database.read(values)).toEqual([1, 2]);
    expect(database.read((sql) => sql.statement('PRAGMA integrity_check').all())).toEqual([
      { integrity_check: 'ok' },
    ]);
  });

  it('an error of the disk is told, and work goes on after (R7)', async () => {
    const folder = await temporaryFolder();
    const { lines, errors } = await runChild('processes/store-child.ts', ['grow', folder.path], {
      maxFileBlocks: 4096,
    });
    expect(errors).toBe('');
    expect(JSON.parse(lines[0] ?? 'null')).toEqual([
      'before kept',
      'unavailable storage_failed',
      'after kept',
    ]);
  });

  it('commits are moved to the database beside them', async () => {
    const { file, database } = world();
    const { size } = await stat(file);
    const grow = (sql: Sql) => sql.execute('CREATE TABLE v AS SELECT zeroblob(1000000) AS bytes');
    await database.write(grow);
    for (let at = 0; at < 300; at += 1) await database.write(insert(at));
    await expect.poll(async () => (await stat(file)).size).toBeGreaterThan(size + 1_000_000);
    await database.close();
    // The last one to close it removes the WAL.
    await expect(stat(`${file}-wal`)).rejects.toThrow('ENOENT');
  });

  it('a commit that cannot be synced is not acknowledged (R1)', async () => {
    const { file } = world();
    const other = openDatabase({ file });
    // SQLite writes on into the file that it holds open; what is synced is opened by name.
    await rename(`${file}-wal`, `${file}-moved`);
    await expectFailure(other.write(insert(1)), 'unavailable', 'not_written');
    await rename(`${file}-moved`, `${file}-wal`);
    await other.write(insert(2));
    expect(other.read(values)).toEqual([1, 2]);
    await other.close();
  });

  it('a write that need not survive a power cut waits for no sync', async () => {
    const { file } = world();
    const other = openDatabase({ file });
    await rename(`${file}-wal`, `${file}-moved`);
    await other.write(insert(1), { isSynced: false });
    expect(other.read(values)).toEqual([1]);
    await rename(`${file}-moved`, `${file}-wal`);
    await other.close();
  });

  it('close ends the accepted writes; later ones are refused', async () => {
    const { database, file } = world();
    const accepted = database.write(insert(1));
    const closing = database.close();
    await expectFailure(database.write(insert(2)), 'unavailable', 'closed');
    await Promise.all([accepted, closing, database.close()]);
    const again = openDatabase({ file });
    expect(again.read(values)).toEqual([1]);
    await again.close();
  });

  it('the files are for their owner alone', async () => {
    const { file } = world();
    for (const name of [file, `${file}-wal`, `${file}-shm`]) {
      expect([name, ((await stat(name)).mode & 0o777).toString(8)]).toEqual([name, '600']);
    }
  });

  it('two processes open a new file at once, and each keeps all of its writes', async () => {
    const folder = await temporaryFolder();
    const both = await Promise.all(
      ['a', 'b'].map((name) => runChild('processes/store-child.ts', ['share', folder.path, name])),
    );
    expect(both.map(({ errors, code }) => [errors, code])).toEqual([
      ['', 0],
      ['', 0],
    ]);
    const ids = both.flatMap(({ lines }) => JSON.parse(lines[0] ?? '[]') as number[]);
    expect(new Set(ids).size).toBe(400);
    const reader = new DatabaseSync(join(folder.path, 'app.db'));
    expect(reader.prepare('SELECT count(*) AS rows FROM people').get()).toEqual({ rows: 400 });
    reader.close();
  });
});

describe('a file that cannot be used is one line for the operator', () => {
  const world = eachTest(async () => {
    const folder = await temporaryFolder();
    return { path: folder.path };
  });

  const refusals: [string, (folder: string) => Promise<string>, RegExp][] = [
    ['the folder is missing', async (at) => join(at, 'no', 'app.db'), /does not exist; create it/],
    [
      'the folder is a file',
      async (at) => (await writeFile(join(at, 'f'), ''), join(at, 'f', 'app.db')),
      /is not a folder; name a file/,
    ],
    [
      'a folder further up is a file',
      async (at) => (await writeFile(join(at, 'f'), ''), join(at, 'f', 'g', 'app.db')),
      /is not a folder; name a file/,
    ],
    [
      'the file is a folder',
      async (at) => (await mkdir(join(at, 'app.db')), join(at, 'app.db')),
      /check that it is a file/,
    ],
    [
      'the file is something else',
      async (at) => (
        await writeFile(join(at, 'a'), 'no database at all'.repeat(99)),
        join(at, 'a')
      ),
      /not a SQLite database, or damaged; restore it/,
    ],
    ['its header is damaged', async (at) => damaged(join(at, 'app.db'), 0), /damaged; restore it/],
    [
      'its schema is damaged',
      async (at) => damaged(join(at, 'app.db'), 100),
      /damaged; restore it/,
    ],
    [
      'its rows are damaged',
      async (at) => damaged(join(at, 'app.db'), 4096),
      /damaged; restore it/,
    ],
    [
      'a newer program wrote it',
      async (at) => {
        const handle = new DatabaseSync(join(at, 'app.db'));
        handle.exec('PRAGMA user_version = 99');
        handle.close();
        return join(at, 'app.db');
      },
      /newer version of this program .*; update the program/,
    ],
  ];
  it.each(refusals)('%s', async (_, prepare, words) => {
    const file = await prepare(world().path);
    const failure = refusal(file);
    expect(failure).toMatchObject({ kind: 'configuration' });
    expect(failure.message).toMatch(words);
    expect(failure.message).toContain(file);
    expect(failure.message).not.toContain('\n');
  });
});

function refusal(file: string): Failure {
  try {
    void openDatabase({ file }).close();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error(`${file} was opened`);
}

async function damaged(file: string, from: number): Promise<string> {
  const database = openDatabase({ file });
  await database.write((sql) => sql.execute('CREATE TABLE t (value INTEGER PRIMARY KEY)'));
  await database.close();
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xee, from, from + 300));
  return file;
}
