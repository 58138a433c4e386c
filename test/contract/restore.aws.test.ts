import { beforeAll, expect, it } from 'vitest';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { textOf } from '#test/support/bytes.ts';
import { atEnd } from '#test/support/at-end.ts';
import { objectsInTime, tablesInTime } from '#test/support/aws/point-in-time.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { people } from '#test/support/people/people-table.ts';
import { ensureBucket } from '../../scripts/emulators/ensure-bucket.ts';
import { ensureTable } from '../../scripts/emulators/ensure-table.ts';
import { restoreService } from '../../scripts/restore/restore-service.ts';

// A row above 350 kB, whose columns lie in the bucket.
const long = (sign: string) => sign.repeat(400_000);

onBackend((on) => {
  let world: Awaited<ReturnType<typeof openWorld>>;
  let count = 0;

  async function openWorld() {
    const clock = manualClock();
    const tables = await tablesInTime(on.endpoints().dynamodb);
    const objects = await objectsInTime(on.endpoints().s3, () => clock.now());
    const { region, credentials } = on.endpoints();
    const endpoints = { dynamodb: tables.url, s3: objects.url };
    const clients = awsClients({ region, credentials, endpoints });
    atEnd(async () => {
      await clients.close();
      tables.close();
      objects.close();
    });
    const stage = `s${(count += 1)}`;
    const source = `lantern-${stage}-DocsTableTable-abc`;
    const bucket = `lantern-${stage}-docsbucketbucket-abc`;
    await ensureTable(await clients.dynamodb(), source);
    await ensureBucket(await clients.s3(), bucket);
    tables.settings.set(source, {
      DeletionProtectionEnabled: true,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    });
    const blobs = awsBlobs({ s3: clients.s3, bucket });
    const recordsOf = (table: string) =>
      awsRecords({ client: clients.dynamodb, table, blobs, clock });
    const restore = (time: Date) =>
      restoreService(clients, {
        ...{ stage, service: 'docs', time, tables: {}, say: () => undefined },
        pause: async () => undefined,
      });
    return { clock, tables, objects, source, blobs, recordsOf, restore };
  }

  beforeAll(async () => {
    world = await openWorld();
  });

  it('brings rows back with their objects, as they were together', async () => {
    const { clock, tables, source, blobs, recordsOf, restore } = world;
    const records = recordsOf(source);
    await records.insert(people, {
      id: 'large',
      team: 'red',
      name: 'a',
      note: long('a'),
      email: 'a@example.org',
    });
    await records.insert(people, { id: 'small', team: 'red', name: 'b' });
    for (const key of ['kept', 'changed', 'deleted', 'ä/ö']) await blobs.put(key, 'before');
    await clock.advance(5_000);
    const time = clock.now();
    await tables.remember(source);
    await clock.advance(5_000);
    await records.update(people, { id: 'large' }, { name: 'z', note: long('b') });
    await records.delete(people, { id: 'small' });
    await records.insert(people, { id: 'later', team: 'red', name: 'c', note: long('c') });
    await blobs.put('changed', 'after');
    await blobs.put('new', 'after');
    await blobs.delete('deleted');
    await blobs.delete('ä/ö');

    const { table, lostRows, unread } = await restore(time);
    expect([lostRows, unread]).toEqual([[], []]);
    const restored = recordsOf(table);
    const { rows, total } = await restored.list(people, {
      ...{ index: 'by_team', where: { team: 'red' }, total: true },
    });
    expect(rows.map(({ id, note }) => [id, note?.[0]])).toEqual([
      ['large', 'a'],
      ['small', undefined],
    ]);
    expect(total).toBe(2);
    for (const key of ['kept', 'changed', 'deleted', 'ä/ö']) {
      expect([key, await textOf(await blobs.get(key))]).toEqual([key, 'before']);
    }
    // What came later is there, too: no row names it.
    expect(await textOf(await blobs.get('new'))).toBe('after');
    expect(tables.settings.get(table)).toMatchObject({
      ttl: { Enabled: true, AttributeName: 'expiresAt' },
      backups: true,
      DeletionProtectionEnabled: true,
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    });
    // After a restore that was killed, one says it again.
    expect(await restore(time)).toMatchObject({ table, copied: 0, lostRows: [] });
  });

  it('names and removes what no version has, and fails no list', async () => {
    world = await openWorld();
    const { clock, tables, objects, source, recordsOf, restore } = world;
    const records = recordsOf(source);
    const email = 'l@example.org';
    await records.insert(people, { id: 'large', team: 'red', name: 'a', note: long('a'), email });
    await records.insert(people, { id: 'small', team: 'red', name: 'b' });
    await clock.advance(5_000);
    await tables.remember(source);
    await clock.advance(5_000);
    await records.delete(people, { id: 'large' });
    objects.expire('/records/');

    const time = new Date(clock.now().getTime() - 5_000);
    const { table, lostRows } = await restore(time);
    expect(lostRows).toEqual([expect.stringMatching(/^people#.*large/)]);
    const restored = recordsOf(table);
    const query = { index: 'by_team', where: { team: 'red' }, total: true } as const;
    expect(await restored.list(people, query)).toMatchObject({ rows: [{ id: 'small' }], total: 1 });
    // Its unique value is free.
    await restored.insert(people, { id: 'other', team: 'red', name: 'c', email });
  });

  it('a row whose object is gone counts as absent, and can be written again', async () => {
    world = await openWorld();
    const { source, blobs, recordsOf } = world;
    const records = recordsOf(source);
    const email = 'l@example.org';
    await records.insert(people, { id: 'large', team: 'red', name: 'a', note: long('a'), email });
    await records.insert(people, { id: 'small', team: 'red', name: 'b' });
    for await (const { key } of blobs.list('records/')) await blobs.delete(key);
    expect(await records.get(people, { id: 'large' })).toBeUndefined();
    const query = { index: 'by_team', where: { team: 'red' } } as const;
    expect((await records.list(people, query)).rows.map(({ id }) => id)).toEqual(['small']);
    await records.insert(people, { id: 'large', team: 'red', name: 'again', email });
    expect(await records.get(people, { id: 'large' })).toMatchObject({ name: 'again', email });
  });
});
