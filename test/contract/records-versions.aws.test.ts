// Programs of two versions on one DynamoDB table, as in a deployment that is rolled out.
import * as z from 'zod/mini';
import { beforeAll, expect, it } from 'vitest';
import type { AnyTable } from '#core/platform/adapters/rules/records/any-table.ts';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { nothing } from '#core/agent/limits/budget.ts';
import { fits, table } from '#core/platform/table.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { memoryBlobs } from '#test/support/docs/memory-blobs.ts';
import {
  declaredTables,
  readFixture,
  type Versions,
  versionsFile,
} from '#test/support/declared-tables.ts';
import { failure, params } from '#test/support/analysis/analysis-jobs.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';

const first = table({
  name: 'notes',
  version: 1,
  columns: z.object({ id: z.string(), title: z.string(), team: z.string() }),
  key: ['id'],
  indexes: { by_team: { equal: ['team'], order: 'title' } },
});
const wider = table({
  name: 'notes',
  version: 2,
  columns: z.object({
    id: z.string(),
    title: z.string(),
    team: z.string(),
    stars: z._default(z.int(), 0),
  }),
  key: ['id'],
  indexes: {
    by_team: { equal: ['team'], order: 'title' },
    by_stars: { equal: [], order: 'stars' },
  },
});

onBackend((on) => {
  let physical: string;
  const blobs = memoryBlobs();

  beforeAll(async () => {
    physical = await freshTable(on);
  });

  const open = () => awsRecords({ client: on.clients().dynamodb, table: physical, blobs });

  it('rows of an older shape enter new indexes when they are written (R8)', async () => {
    const records = open();
    for (const id of ['n0', 'n1']) await records.insert(first, { id, title: id, team: 't' });
    const completed = { id: 'n0', title: 'n0', team: 't', stars: 0, version: 1 };
    expect(await records.get(wider, { id: 'n0' })).toEqual(completed);
    const changed = await records.update(wider, { id: 'n1' }, { stars: 9 }, { version: 1 });
    expect((await records.list(wider, { index: 'by_stars' })).rows).toEqual([changed]);
  });

  it('programs of both versions read and write the rows, and no column is lost (R8)', async () => {
    const old = { ...first, name: 'both' };
    const now = { ...wider, name: 'both' };
    const [older, newer] = [open(), open()];
    await older.insert(old, { id: 'n1', title: 'one', team: 't' });
    await newer.insert(now, { id: 'n2', title: 'two', team: 't', stars: 5 });
    expect((await older.list(old)).rows.map(({ title }) => title)).toEqual(['one', 'two']);
    const row = { id: 'n2', title: 'three', team: 't', version: 2 };
    expect(await older.update(old, { id: 'n2' }, { title: 'three' })).toEqual(row);
    expect(await older.get(old, { id: 'n2' })).toEqual(row);
    await older.update(old, { id: 'n1' }, { team: 'u' });
    await newer.update(now, { id: 'n1' }, { stars: 7 });
    expect(await newer.get(now, { id: 'n1' })).toMatchObject({ title: 'one', stars: 7 });
    expect(await newer.get(now, { id: 'n2' })).toMatchObject({ title: 'three', stars: 5 });
    const team = { index: 'by_team', where: { team: 't' } };
    expect((await older.list(old, team)).rows.map(({ id }) => id)).toEqual(['n2']);
    expect((await newer.list(now, team)).rows.map(({ id }) => id)).toEqual(['n2']);
    await older.delete(old, { id: 'n2' });
    expect(await newer.get(now, { id: 'n2' })).toBeUndefined();
  });

  it('programs of the version before list, read and change the rows of each table (R8)', async () => {
    const versions = readFixture<Versions>(versionsFile);
    const records = open();
    let pairs = 0;
    for (const now of await declaredTables()) {
      const columns = versions[now.name]?.[now.version - 1];
      if (!columns) continue;
      pairs += 1;
      const before = ofBefore(now, columns);
      const row = sampleOf(now);
      const key = Object.fromEntries(now.key.map((name) => [name, row[name] as string]));
      await records.insert(now, row);
      const shown = Object.keys(columns).filter((name) => columns[name] !== 'json');
      const expected = Object.fromEntries(shown.map((name) => [name, row[name]]));
      expect(await records.get(before, key)).toMatchObject(expected);
      expect((await records.list(before)).rows).toMatchObject([expected]);
      await records.update(before, key, {});
      expect(await records.get(now, key)).toMatchObject(row);
      await records.delete(now, key);
    }
    expect(pairs).toBeGreaterThanOrEqual(4);
  });
});

/** The table as the version before declared it. */
function ofBefore(now: AnyTable, types: Readonly<Record<string, string>>): AnyTable {
  const columns = Object.fromEntries(Object.keys(types).map((name) => [name, now.columns[name]]));
  const isThere = (name: string) => name in types;
  const indexes = Object.entries(now.indexes)
    .filter(([, { equal, order }]) => [...equal, order].every(isThere))
    .map(([name, { equal, order }]) => [name, { equal, order }]);
  return {
    ...now,
    version: now.version - 1,
    columns: columns as AnyTable['columns'],
    indexes: Object.fromEntries(indexes) as AnyTable['indexes'],
    parse(input) {
      const row = input as Record<string, unknown>;
      const strange = Object.entries(row).find(
        ([name, value]) => !columns[name] || !fits(columns[name].type, value),
      );
      if (strange) throw new Error(`${now.name}: ${strange[0]} is unknown`);
      return row;
    },
  };
}

/** A row that the table takes: texts are a time, as some have to be; columns of JSON are a list or an
 * object. */
function sampleOf(table: AnyTable): Record<string, unknown> {
  const own: Record<string, unknown> = { params, detail: failure('a').analysis, spent: nothing };
  const samples = {
    text: '2099-01-31T08:00:00.000Z',
    integer: 7,
    real: 1.5,
    boolean: true,
    json: [],
  };
  const row: Record<string, unknown> = Object.fromEntries(
    Object.entries(table.columns).map(([name, { type, values, nullable }]) => [
      name,
      own[name] ?? values?.[0] ?? (type === 'json' && nullable ? null : samples[type]),
    ]),
  );
  for (const [name, { type }] of Object.entries(table.columns)) {
    if (type === 'json' && !takes(table, row, name)) row[name] = {};
  }
  return row;
}

function takes(table: AnyTable, row: Record<string, unknown>, column: string): boolean {
  try {
    table.parse(row);
    return true;
  } catch (error) {
    return !String(error).includes(`.${column}:`);
  }
}
