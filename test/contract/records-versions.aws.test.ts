// Programs of two versions on one DynamoDB table, as in a deployment that is rolled out.
import * as z from 'zod/mini';
import { beforeAll, expect, it } from 'vitest';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { table } from '#core/platform/table.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { memoryBlobs } from '#test/support/docs/memory-blobs.ts';
import { onFirstBackend } from '#test/support/emulators/on-each-backend.ts';

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
/** Renames a column: programs of version 1 cannot read its rows. */
const renamed = table({
  name: 'notes',
  version: 2,
  columns: z.object({ id: z.string(), heading: z.string(), words: z._default(z.int(), 0) }),
  key: ['id'],
  indexes: { by_words: { equal: [], order: 'words' } },
  upgrades: {
    2: ({ id, title }) => ({ id, heading: title, words: String(title).split(' ').length }),
  },
});

onFirstBackend((on) => {
  let physical: string;
  const blobs = memoryBlobs();

  beforeAll(async () => {
    physical = await freshTable(on);
  });

  const open = () => awsRecords({ client: on.clients().dynamodb, table: physical, blobs });

  it('rows of an older shape are upgraded, and enter new indexes when they are written (R8)', async () => {
    const records = open();
    for (const [at, title] of ['a b c', 'a b'].entries()) {
      await records.insert(first, { id: `n${at}`, title, team: 't' });
    }
    const upgraded = { id: 'n0', heading: 'a b c', words: 3, version: 1 };
    expect(await records.get(renamed, { id: 'n0' })).toEqual(upgraded);
    expect((await records.list(renamed, { total: true })).total).toBe(2);
    const changed = await records.update(renamed, { id: 'n1' }, { words: 9 }, { version: 1 });
    expect(changed).toMatchObject({ heading: 'a b', version: 2 });
    expect((await records.list(renamed, { index: 'by_words' })).rows).toEqual([changed]);
    await expectFailure(records.get(first, { id: 'n1' }), 'configuration', 'newer_data');
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
});
