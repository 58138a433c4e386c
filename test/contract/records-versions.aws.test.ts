// Programs of two versions on one DynamoDB table, as in a deployment that is rolled out.
import * as z from 'zod/mini';
import { beforeAll, expect, it } from 'vitest';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import type { Records } from '#core/platform/ports/records.ts';
import { table } from '#core/platform/table.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { freshTable } from '#test/support/fresh-table.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { memoryBlobs } from '#test/support/memory-blobs.ts';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { watchedClient } from '#test/support/watched-client.ts';

const first = table({
  name: 'notes',
  version: 1,
  columns: z.object({ id: z.string(), title: z.string(), team: z.string() }),
  key: ['id'],
  indexes: { by_team: { equal: ['team'], order: 'title' } },
});
/** Adds a column, an index on it and a unique column. */
const wider = table({
  name: 'notes',
  version: 2,
  columns: z.object({
    ...{ id: z.string(), title: z.string(), team: z.string() },
    stars: z._default(z.int(), 0),
  }),
  key: ['id'],
  unique: ['title'],
  indexes: { ...first.indexes, by_stars: { equal: [], order: 'stars' } } as never,
});
/** Renames a column: programs of version 1 cannot read its rows. */
const renamed = table({
  name: 'notes',
  version: 2,
  columns: z.object({ id: z.string(), heading: z.string(), words: z._default(z.int(), 0) }),
  key: ['id'],
  unique: ['heading'],
  indexes: { by_words: { equal: [], order: 'words' } },
  upgrades: {
    2: ({ id, title }) => ({ id, heading: title, words: String(title).split(' ').length }),
  },
});

const hours = 3_600_000;

onFirstBackend((on) => {
  let physical: string;
  let tables = 0;
  const blobs = memoryBlobs();
  const clock = manualClock();

  beforeAll(async () => {
    physical = await freshTable(on);
  });

  const open = () => awsRecords({ client: on.clients().dynamodb, table: physical, blobs, clock });
  const named = () => {
    const name = `notes_${++tables}`;
    return { old: { ...first, name }, now: { ...wider, name }, other: { ...renamed, name } };
  };
  /** What a program asks DynamoDB for in the work, with the number of rows that it reads. */
  const requests = async (work: (records: Records) => Promise<unknown>) => {
    const asked: string[] = [];
    const client = watchedClient(on.clients().dynamodb, (name, input) => {
      const keys = Object.values(input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
      asked.push(keys.length > 0 ? `${name} ${keys.length}` : name);
    });
    await work(awsRecords({ client, table: physical, blobs, clock }));
    return asked;
  };
  const build = async (given: typeof wider) => {
    await open().maintain([given]);
    await clock.advance(3 * hours);
    await open().maintain([given]);
  };

  it('rows of an older shape are upgraded, and listed by an index that they are not in (R8)', async () => {
    const { old, other } = named();
    for (const [id, title] of ['a b c', 'a', 'a b'].entries()) {
      await open().insert(old, { id: `n${id}`, title, team: 't' });
    }
    await open().update(old, { id: 'n1' }, { title: 'x' });
    expect(await open().get(other, { id: 'n0' })).toEqual({
      ...{ id: 'n0', heading: 'a b c', words: 3, version: 1 },
    });
    const { rows, total } = await open().list(other, { index: 'by_words', from: 1, total: true });
    expect([total, ...rows.map(({ id, version }) => [id, version])]).toEqual([
      ...[3, ['n1', 2], ['n2', 1], ['n0', 1]],
    ]);
    const taken = open().insert(other, { id: 'n9', heading: 'a b' });
    await expectFailure(taken, 'conflict', 'not_unique');
    expect(await open().update(other, { id: 'n2' }, { words: 9 }, { version: 1 })).toMatchObject({
      ...{ heading: 'a b', version: 2 },
    });
    expect((await open().list(other, { index: 'by_words', from: 3 })).rows).toHaveLength(2);
    await expectFailure(open().get(old, { id: 'n2' }), 'configuration', 'newer_data');
  });

  it('programs of both versions read and write the rows, and no column is lost', async () => {
    const { old, now } = named();
    await open().insert(old, { id: 'n1', title: 'one', team: 't' });
    await open().insert(now, { id: 'n2', title: 'two', team: 't', stars: 5 });
    const older = open();
    expect((await older.list(old)).rows.map(({ title }) => title)).toEqual(['one', 'two']);
    await older.update(old, { id: 'n2' }, { title: '' });
    const row = { id: 'n2', title: 'three', team: 't', version: 3 };
    expect(await older.update(old, { id: 'n2' }, { title: 'three' })).toEqual(row);
    expect(await older.get(old, { id: 'n2' })).toEqual(row);
    await older.update(old, { id: 'n1' }, { team: 'u' });
    await open().update(now, { id: 'n1' }, { stars: 7 });
    const page = await open().list(now, { index: 'by_stars', order: 'descending' });
    expect(page.rows.map(({ title, stars, version }) => [title, stars, version])).toEqual([
      ['one', 7, 3],
      ['three', 5, 3],
    ]);
    const team = { index: 'by_team', where: { team: 't' } };
    expect((await open().list(old, team)).rows.map(({ id }) => id)).toEqual(['n2']);
    expect((await open().list(now, team)).rows.map(({ id }) => id)).toEqual(['n2']);
    await expectFailure(open().put(now, { id: 'n9', title: 'three', team: 't' }), 'conflict');
    await older.delete(old, { id: 'n2' });
    await open().insert(now, { id: 'n9', title: 'three', team: 't' });
  });

  it('an index is read once every row is in it, which is after the older programs have ended', async () => {
    const { old, now } = named();
    for (const id of ['n1', 'n2', 'n3']) await open().insert(old, { id, title: id, team: 't' });
    const list = (records: Records) => records.list(now, { index: 'by_stars', limit: 1 });
    await open().maintain([now]);
    await clock.advance(hours);
    await open().maintain([now]);
    expect(await requests(list)).toEqual([
      'GetItemCommand',
      'QueryCommand',
      'BatchGetItemCommand 3',
    ]);
    await open().update(old, { id: 'n3' }, { team: 'late' });
    await clock.advance(hours);
    await open().maintain([now]);
    expect(await requests(list)).toEqual([
      'GetItemCommand',
      'QueryCommand',
      'BatchGetItemCommand 1',
    ]);
    expect((await open().list(now, { index: 'by_stars' })).rows).toHaveLength(3);
    const taken = open().insert(now, { id: 'n9', title: 'n1', team: 't' });
    await expectFailure(taken, 'conflict', 'not_unique');
    expect(await requests((records) => records.maintain([now]))).toEqual(['GetItemCommand']);
  });

  it('an index that carries a further column is built anew, the rows being of the same shape', async () => {
    const { now } = named();
    const carries = ['stars'];
    const carrying = { ...now, indexes: { by_team: { ...now.indexes['by_team'], carries } } };
    for (const id of ['n1', 'n2']) await open().insert(now, { id, title: id, team: 't' });
    const query = { index: 'by_team', where: { team: 't' }, filter: { stars: 1 } };
    const list = (records: Records) => records.list(carrying as typeof now, query);
    expect(await requests(list)).toContain('BatchGetItemCommand 2');
    await build(carrying as typeof now);
    expect(await requests(list)).toEqual(['GetItemCommand', 'QueryCommand']);
  });

  it('an older program that comes back withdraws the index that it does not keep', async () => {
    const { old, now } = named();
    await open().insert(now, { id: 'n1', title: 'n1', team: 't', stars: 1 });
    const newer = open();
    expect((await newer.list(now, { index: 'by_stars' })).rows).toHaveLength(1);
    await open().insert(old, { id: 'n2', title: 'n2', team: 't' });
    await clock.advance(10_000);
    expect((await newer.list(now, { index: 'by_stars' })).rows).toHaveLength(2);
    await build(now);
    expect((await open().list(now, { index: 'by_stars' })).rows).toHaveLength(2);
  });

  it('the job goes on where it was cut off, some thousand rows at a time', async () => {
    const { old, now } = named();
    const ids = Array.from({ length: 130 }, (_, at) => `n${String(at).padStart(3, '0')}`);
    await Promise.all(ids.map((id) => open().insert(old, { id, title: id, team: 't' })));
    await open().maintain([now]);
    await clock.advance(3 * hours);
    let writes = 0;
    const client = watchedClient(on.clients().dynamodb, (name) => {
      if (name === 'TransactWriteItemsCommand' && writes++ === 110) throw new Error('cut off');
    });
    const cut = awsRecords({ client, table: physical, blobs, clock });
    await expect(cut.maintain([now])).rejects.toThrow('cut off');
    const asked = await requests((records) => records.maintain([now]));
    const rest = asked.filter((name) => name === 'TransactWriteItemsCommand');
    // The 30 rows of the second page, the cursor and the end.
    expect(rest).toHaveLength(32);
    expect((await open().list(now, { index: 'by_stars', total: true })).total).toBe(130);
  });

  it('two older rows with a value that became unique are told apart by name', async () => {
    const { old, now } = named();
    for (const id of ['n1', 'n2']) await open().insert(old, { id, title: 'same', team: 't' });
    const failure = await expectFailure(build(now), 'configuration', 'bad_migration');
    expect(failure.message).toMatch(/^notes_\d+: row n[12] holds a value that another row holds/);
    await open().update(now, { id: 'n1' }, { title: 'other' });
    await open().maintain([now]);
    expect((await open().list(now, { index: 'by_stars' })).rows).toHaveLength(2);
  });
});
