import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { table } from '#core/platform/table.ts';
import { atEnd } from '#test/support/at-end.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** A file as an earlier release left it, rows of different ages in it. */
const yesterday = `
  PRAGMA journal_mode = WAL;
  PRAGMA user_version = 1;
  CREATE TABLE lantern_sequences (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  INSERT INTO lantern_sequences VALUES ('books', 41);
  CREATE TABLE "books" ("id" TEXT NOT NULL, "title" TEXT NOT NULL, "pages" INTEGER NOT NULL,
    "tags" TEXT NOT NULL, "lent" INTEGER NOT NULL, "version" INTEGER NOT NULL,
    PRIMARY KEY ("id")) STRICT;
  CREATE INDEX "books__by_title" ON "books" ("title", "id");
  INSERT INTO books VALUES ('a', 'Ärger', 100, '["x"]', 1, 7), ('b', 'Buch', 200, '[]', 0, 1);`;

const columns = {
  id: z.string(),
  title: z.string(),
  pages: z.int(),
  tags: z.array(z.string()),
  lent: z.boolean(),
};
const first = table({
  name: 'books',
  version: 1,
  columns: z.object(columns),
  key: ['id'],
  indexes: { by_title: { equal: [], order: 'title' } },
});

const world = eachTest(async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'app.db');
  const older = new DatabaseSync(file);
  older.exec(yesterday);
  older.close();
  const database = openDatabase({ file });
  atEnd(() => database.close());
  return { database, records: localRecords(database) };
});

it('the next release reads yesterday’s rows and goes on with its sequences (R8)', async () => {
  const { records } = world();
  expect(await records.get(first, { id: 'a' })).toEqual({
    ...{ id: 'a', title: 'Ärger', pages: 100, tags: ['x'], lent: true, version: 7 },
  });
  expect(await records.nextId('books')).toBe(42);
});

it('new columns get their initial value, new indexes find old rows (R8)', async () => {
  const { records } = world();
  const second = table({
    name: 'books',
    version: 2,
    columns: z.object({
      ...columns,
      author: z.nullable(z.string()),
      shelf: z._default(z.string(), "it's a shelf"),
      weight: z._default(z.number(), 0.5),
      old: z._default(z.boolean(), true),
      notes: z._default(z.array(z.string()), ['"n"']),
    }),
    key: ['id'],
    unique: ['title'],
    indexes: { by_shelf: { equal: ['shelf'], order: 'pages' } },
  });
  const added = { author: null, shelf: "it's a shelf", weight: 0.5, old: true, notes: ['"n"'] };
  const query = { index: 'by_shelf', where: { shelf: "it's a shelf" } };
  expect((await records.list(second, query)).rows).toEqual([
    { id: 'a', title: 'Ärger', pages: 100, tags: ['x'], lent: true, ...added, version: 7 },
    { id: 'b', title: 'Buch', pages: 200, tags: [], lent: false, ...added, version: 1 },
  ]);
  await expectFailure(
    records.insert(second, { id: 'c', title: 'Buch', pages: 1, tags: [], lent: false }),
    'conflict',
    'not_unique',
  );
  expect(await records.update(second, { id: 'b' }, { pages: 2 }, { version: 1 })).toMatchObject({
    pages: 2,
    version: 2,
  });
});

it('the release before works beside the new one (R8)', async () => {
  const { records, database } = world();
  const second = table({
    ...{ name: 'books', version: 1, key: ['id'] },
    columns: z.object({ ...columns, shelf: z._default(z.string(), 'A') }),
    indexes: { by_shelf: { equal: ['shelf'], order: 'title' } },
  });
  await records.update(second, { id: 'a' }, { shelf: 'B' });
  const before = localRecords(database);
  await before.insert(first, { id: 'c', title: 'Chor', pages: 3, tags: [], lent: false });
  await before.update(first, { id: 'a' }, { pages: 1 });
  const query = { index: 'by_shelf', where: { shelf: 'B' } };
  expect((await records.list(second, query)).rows).toMatchObject([{ id: 'a', pages: 1 }]);
  expect(await records.get(second, { id: 'c' })).toMatchObject({ shelf: 'A' });
});

it('a table whose columns are declared in another order is the same (R8)', async () => {
  const { records } = world();
  const { id, title, ...others } = columns;
  const reordered = table({
    ...{ name: 'books', version: 1, key: ['id'] },
    columns: z.object({ ...others, title, id }),
  });
  const row = { id: 'c', title: 'Chor', pages: 3, tags: ['y'], lent: true };
  await records.insert(reordered, row);
  for (const each of [reordered, first]) {
    const { rows } = await records.list(each);
    expect(rows.map(({ title: name }) => name)).toEqual(['Ärger', 'Buch', 'Chor']);
    expect(await records.get(each, { id: 'c' })).toEqual({ ...row, version: 1 });
  }
});
