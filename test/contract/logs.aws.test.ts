import { PutItemCommand, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { awsFeed } from '#core/platform/adapters/aws/feed/feed.ts';
import { awsLogs } from '#core/platform/adapters/aws/logs/logs.ts';
import { logParts } from '#core/platform/adapters/aws/logs/parts.ts';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { awsSockets } from '#core/platform/adapters/aws/sockets/sockets.ts';
import type { Logs, PlacedEntry } from '#core/platform/ports/logs.ts';
import { ensureBucket } from '../../scripts/emulators/ensure-bucket.ts';
import { tableStream } from '../../scripts/emulators/table-stream.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { atEnd } from '#test/support/at-end.ts';
import { eachTest } from '#test/support/each-test.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { entry } from '#test/support/logs/log-records.ts';
import { startManagementApi } from '#test/support/aws/management-api.ts';
import { meddlingClient, standsStill } from '#test/support/aws/meddling-client.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onBackend, type OnBackend } from '#test/support/emulators/on-backend.ts';
import segment02 from '#test/fixtures/logs-0.2/segment.json' with { type: 'json' };
import { anyLogsContract, logsContract } from './logs-suite.ts';

const at = '2026-03-01T00:00:00.000Z';
const everything = { days: 100_000, bytes: Number.MAX_SAFE_INTEGER };

async function openLogs(on: OnBackend) {
  const table = await freshTable(on);
  const bucket = on.unique();
  const endpoints = on.endpoints();
  const clients = awsClients({ ...endpoints, endpoints });
  await ensureBucket(await clients.s3(), bucket);
  const clock = manualClock('2026-03-01T00:00:00.000Z');
  const api = await startManagementApi();
  const stored = { client: clients.dynamodb, table, clock };
  const feed = awsFeed(stored);
  const blobs = awsBlobs({ s3: clients.s3, bucket });
  const records = awsRecords({ ...stored, blobs });
  const sockets = awsSockets({ management: () => clients.management(api.endpoint) });
  const options = { ...stored, s3: clients.s3, bucket, feed, records, sockets };
  const logs = awsLogs(options);
  // As in another function.
  const other = awsLogs(options);
  const delayed = (at: number) => {
    const hold = standsStill(at);
    const { client } = meddlingClient(clients.dynamodb, hold.meddle);
    const own = { ...stored, client };
    return { ...hold, logs: awsLogs({ ...options, ...own, feed: awsFeed(own) }) };
  };
  atEnd(async () => {
    await stream.settled();
    await feed.close();
    await Promise.all([logs.close(), other.close()]);
    await clients.close();
  });
  let dropped = 0;
  const stream = tableStream(await clients.dynamodb(), {
    table,
    feed: 'logs',
    async handler(event) {
      if (dropped-- > 0) throw new Error('given up');
      await logs.push(event);
    },
    retries: 0,
    report: (error) => {
      if ((error as Error).message !== 'given up') throw error;
    },
  });
  return {
    ...{ logs, other, delayed, clock, api, stream, clients, table },
    ...logParts(options),
    connect: () => api.connect(),
    /** The stream gives the next event up. */
    drop: () => void (dropped = 1),
  };
}

/** Each append, or each but the last, is in a file before it resolves, and files are merged. */
function compacted(logs: Logs, which: 'all' | 'earlier'): Logs {
  return {
    ...logs,
    async append(records) {
      if (which === 'earlier') await logs.prune(everything);
      await logs.append(records);
      if (which === 'all') await logs.prune(everything);
    },
  };
}

onBackend((on) => {
  const { dynamodb, s3 } = on.backend.services;
  logsContract(`DynamoDB on ${dynamodb}`, () => openLogs(on));
  const openCompacted = (which: 'all' | 'earlier') => async () => {
    const { logs, ...opened } = await openLogs(on);
    return { ...opened, logs: compacted(logs, which) };
  };
  logsContract(`files on ${s3}`, openCompacted('all'));
  describe(`logs: files on ${s3} and the newest on ${dynamodb}`, () => {
    anyLogsContract(openCompacted('earlier'));
  });
});

onBackend((on) => {
  const opened = eachTest(() => openLogs(on));
  const logs = () => opened().logs;
  const add = (...messages: string[]) =>
    logs().append(messages.map((message) => entry({ timestamp: at, message })));
  /** The keys of the files that a list names. */
  const listed = async () => {
    const { files } = await opened().files.list();
    return files.map(({ object }) => object);
  };
  const messages = async () =>
    (await logs().search({}, { limit: 100, order: 'oldest' })).entries.map((one) => one.message);
  const next = async (client: { next(): Promise<string> }) =>
    (JSON.parse(await client.next()) as PlacedEntry).message;

  describe('followers behind a WebSocket API', () => {
    it('get what they missed once their connection is open, and asks (R6)', async () => {
      await add('old', 'missed');
      const [old] = (await logs().search({}, { limit: 1, order: 'oldest' })).entries;
      const client = await opened().api.begin();
      await logs().follow(client.connection, { after: old?.cursor ?? 0 });
      client.open();
      await logs().resume(client.connection);
      expect(await next(client)).toBe('missed');
      await logs().resume(client.connection);
      await add('new');
      expect(await next(client)).toBe('new');
    });

    it('get what they missed with the next entry when the API refuses it at first (R6)', async () => {
      const client = await opened().api.connect();
      await logs().follow(client.connection, {});
      opened().drop();
      await add('missed');
      await opened().stream.settled();
      opened().api.throttle(client.connection, 4);
      await logs().resume(client.connection);
      await add('new');
      expect([await next(client), await next(client)]).toEqual(['missed', 'new']);
    });

    it('lose nothing that is appended while their connection opens (R6)', async () => {
      const client = await opened().api.begin();
      await logs().follow(client.connection, {});
      await add('early');
      await opened().stream.settled();
      client.open();
      await add('later');
      expect([await next(client), await next(client)]).toEqual(['early', 'later']);
    });

    it('cost one message for a client and batch, of 32 kB at most, if they take several', async () => {
      const clients = await Promise.all([1, 2, 3].map(() => opened().api.connect()));
      const [one = '', other = '', single = ''] = clients.map((client) => client.connection);
      await logs().follow(one, {}, { together: true });
      await logs().follow(other, { where: { search: 'b' } }, { together: true });
      await logs().follow(single, {});
      await add('a0', 'b0');
      await opened().stream.settled();
      const posts = opened().api.posts();
      const texts = Array.from({ length: 40 }, (_, at) => `${at % 2 ? 'b' : 'a'}${at + 1}`);
      await add(...texts);
      await opened().stream.settled();
      expect(opened().api.posts() - posts).toBe(1 + 1 + texts.length);
      const arrived = async (at: number) =>
        (JSON.parse(await clients[at]!.next()) as PlacedEntry[]).map(({ message }) => message);
      expect([await arrived(0), await arrived(0)]).toEqual([['a0', 'b0'], texts]);
      const ofB = texts.filter((text) => text.startsWith('b'));
      expect([await arrived(1), await arrived(1)]).toEqual([['b0'], ofB]);
      await add(...['x', 'y', 'z'].map((letter) => letter.repeat(15_000)));
      const frames = [await clients[0]!.next(), await clients[0]!.next()];
      expect(frames.map((frame) => (JSON.parse(frame) as object[]).length)).toEqual([2, 1]);
      expect(frames[0]?.length).toBeLessThanOrEqual(32_000);
    });

    it.each([true, false])('get a batch that the stream gave up with the next (R6)', async (is) => {
      const client = await opened().api.connect();
      if (is) await logs().follow(client.connection, {});
      await add('one');
      await opened().stream.settled();
      opened().drop();
      if (!is) await logs().follow(client.connection, {});
      await add('two', 'three');
      await opened().stream.settled();
      await add('four');
      const expected = is ? ['one', 'two', 'three', 'four'] : ['two', 'three', 'four'];
      for (const message of expected) expect(await next(client)).toBe(message);
      await add('five');
      expect(await next(client)).toBe('five');
    });

    it('lose nothing when the API refuses too many calls (R6)', async () => {
      const client = await opened().api.connect();
      await logs().follow(client.connection, {});
      await add('one');
      expect(await next(client)).toBe('one');
      // The SDK makes four tries.
      opened().api.throttle(client.connection, 4);
      await add('two', 'three');
      await opened().stream.settled();
      await add('four');
      for (const message of ['two', 'three', 'four']) expect(await next(client)).toBe(message);
    });
  });

  describe('files', () => {
    it('hold every entry once when compactions race with appends and searches', async () => {
      const expected: string[] = [];
      for (let round = 0; round < 12; round++) {
        expected.push(`${round}a`, `${round}b`);
        const [, , , page] = await Promise.all([
          add(`${round}a`, `${round}b`),
          logs().prune(everything),
          opened().other.prune(everything),
          logs().search({}, { limit: 100, order: 'oldest' }),
        ]);
        const seen = page.entries.map((one) => one.message);
        expect(seen).toEqual(expected.slice(0, seen.length));
        expect(page.total).toBe(seen.length);
      }
      await logs().prune(everything);
      expect(await messages()).toEqual(expected);
    });

    it.each([
      { before: 0, conflicts: 0 },
      { before: 1, conflicts: 0 },
      { before: 10, conflicts: 1 },
    ])('and an append delayed until the tail is compacted lose nothing (R6): %o', async (row) => {
      const expected = Array.from({ length: row.before }, (_, at) => `early ${at}`);
      for (const message of expected) await add(message);
      const late = opened().delayed(2);
      const append = late.logs.append([entry({ timestamp: at, message: 'late' })]);
      await late.reached;
      for (const message of ['one', 'two', 'three']) await add(message);
      const client = await opened().clients.dynamodb();
      let conflicts = row.conflicts;
      client.middlewareStack.add(
        (proceed) => async (args) => {
          const { TransactItems = [] } = args.input as TransactWriteItemsCommandInput;
          const isRemoval = TransactItems.some(({ Delete }) => Delete);
          if (!isRemoval || conflicts-- <= 0) return proceed(args);
          const CancellationReasons = [{ Code: 'TransactionConflict' }];
          const reason = { message: 'conflict', CancellationReasons, $metadata: {} };
          throw new TransactionCanceledException(reason);
        },
        { step: 'initialize', name: 'conflicts' },
      );
      await logs().prune(everything);
      late.release();
      await append;
      expect(await messages()).toEqual([...expected, 'one', 'two', 'three', 'late']);
      await logs().prune(everything);
      expect(await messages()).toEqual([...expected, 'one', 'two', 'three', 'late']);
    });

    it('are found whole after a compaction that broke off between its writes (R1)', async () => {
      await add('one', 'two');
      await add('three');
      const client = await opened().clients.dynamodb();
      let writes = 0;
      client.middlewareStack.add(
        (proceed, { commandName }) =>
          async (args) => {
            // The stream notes beside it how far it has pushed.
            const isOwn = !JSON.stringify(args.input).includes('log_pushes');
            if (isOwn && commandName === 'TransactWriteItemsCommand' && ++writes === 2) {
              throw new Error('killed');
            }
            return proceed(args);
          },
        { step: 'initialize', name: 'killed' },
      );
      await expect(logs().prune(everything)).rejects.toThrow('killed');
      client.middlewareStack.remove('killed');
      expect(writes).toBe(2);
      expect(await messages()).toEqual(['one', 'two', 'three']);
      await logs().prune(everything);
      await add('four');
      expect(await messages()).toEqual(['one', 'two', 'three', 'four']);
    });

    it('are merged, and what they replace is deleted after an hour, also during a search', async () => {
      for (let at = 0; at < 20; at++) {
        await add(`${at}`);
        await logs().prune(everything);
      }
      const before = await messages();
      const { clients, clock, objects, other } = opened();
      const count = async () => (await Array.fromAsync(objects.all('logs/days/'))).flat().length;
      expect(await count()).toBeGreaterThan(20);
      // The objects have the emulator's time.
      await clock.advance(Date.now() + 7_200_000 - clock.now().getTime());
      const limits = [everything, everything];
      (await clients.s3()).middlewareStack.add(
        (proceed, { commandName }) =>
          async (args) => {
            const due = commandName === 'GetObjectCommand' ? limits.splice(0) : [];
            for (const each of due) await logs().prune(each);
            return proceed(args);
          },
        { step: 'initialize', name: 'prunes' },
      );
      const page = await other.search({}, { limit: 100, order: 'oldest' });
      expect(page.entries.map((one) => one.message)).toEqual(before);
      expect(await count()).toBe(1);
      expect(await messages()).toEqual(before);
    });

    it('of version 0.2 are found, and compaction rewrites them (R8)', async () => {
      const { clients, objects, table } = opened();
      const { object, items } = segment02;
      await objects.put(object.key, Buffer.from(object.body, 'base64'));
      const dynamodb = await clients.dynamodb();
      for (const { bloom, ...item } of items) {
        const Item = { ...item, ...(bloom && { bloom: { B: Buffer.from(bloom.B, 'base64') } }) };
        await dynamodb.send(new PutItemCommand({ TableName: table, Item }));
      }
      const expected = ['one\nTraceback', 'twö', 'done', 'three\nlines\n'];
      const found = async () => {
        const lamps = await logs().search({ where: { search: 'TWÖ' } }, { limit: 9 });
        const summaries = await logs().summaries({ hook_id: 'h1' }, 9);
        return [await messages(), lamps.total, summaries.map(({ summary }) => summary)];
      };
      expect(await found()).toEqual([expected, 1, ['done']]);
      await logs().prune(everything);
      expect(await listed()).toEqual([expect.stringMatching('^logs/days/day=2026-02-27/')]);
      expect(await found()).toEqual([expected, 1, ['done']]);
    });

    it('are not searched while they are incomplete, and are fetched again', async () => {
      await add('whole');
      await logs().prune(everything);
      const { objects, other } = opened();
      const [key = ''] = await listed();
      const content = await objects.get(key);
      const body = Buffer.concat(await Array.fromAsync(content?.body ?? []));
      await objects.put(key, body.subarray(0, -9));
      await expectFailure(other.search({}, { limit: 9 }), 'unavailable', 'storage_unavailable');
      await objects.put(key, body);
      expect((await other.search({}, { limit: 9 })).total).toBe(1);
    });

    it('that a restored table names and the bucket has no more are left out, and reported', async () => {
      await add('kept', 'kept too');
      await logs().prune(everything);
      const before = new Set(await listed());
      await add('gone');
      await logs().prune(everything);
      const gone = (await listed()).filter((key) => !before.has(key));
      await opened().objects.remove(gone);
      await add('new');
      const { other } = opened();
      const page = await other.search({ where: { level: 'INFO' } }, { limit: 9, order: 'oldest' });
      expect(page).toMatchObject({ total: 3, kept: 4, scanned: 3, isPartial: true });
      expect(page.entries.map((one) => one.message)).toEqual(['kept', 'kept too', 'new']);
      await opened().clock.advance(86_400_000);
      await other.prune(everything);
      expect(await other.search({}, { limit: 9 })).toMatchObject({ total: 3, isPartial: true });
    });
  });
});
