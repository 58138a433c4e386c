import { describe, expect, it } from 'vitest';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { awsFeed } from '#core/platform/adapters/aws/feed/feed.ts';
import { awsLogs } from '#core/platform/adapters/aws/logs/logs.ts';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { awsSockets } from '#core/platform/adapters/aws/sockets/sockets.ts';
import { s3Objects } from '#core/platform/adapters/aws/blobs/objects.ts';
import type { Logs, PlacedEntry } from '#core/platform/ports/logs.ts';
import { ensureBucket } from '../../scripts/emulators/ensure-bucket.ts';
import { tableStream } from '../../scripts/emulators/table-stream.ts';
import { eachTest } from '#test/support/each-test.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { entry } from '#test/support/logs/log-records.ts';
import { startManagementApi } from '#test/support/aws/management-api.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onEachBackend, type OnBackend } from '#test/support/emulators/on-each-backend.ts';
import { logsContract } from './logs-suite.ts';

const at = '2026-03-01T00:00:00.000Z';
const everything = { days: 100_000, bytes: Number.MAX_SAFE_INTEGER };

async function openLogs(on: OnBackend) {
  const table = await freshTable(on);
  const bucket = on.unique();
  const { region, credentials } = on.endpoints();
  const clients = awsClients({
    region,
    credentials,
    endpoints: on.endpoints(),
  });
  await ensureBucket(await clients.s3(), bucket);
  const clock = manualClock('2026-03-01T00:00:00.000Z');
  const api = await startManagementApi();
  const stored = { client: clients.dynamodb, table, clock };
  const feed = awsFeed(stored);
  const blobs = awsBlobs({ s3: clients.s3, bucket });
  const records = awsRecords({ ...stored, blobs });
  const sockets = awsSockets({
    management: () => clients.management(api.endpoint),
  });
  const options = { ...stored, s3: clients.s3, bucket, feed, records, sockets };
  const logs = awsLogs(options);
  // As in another function.
  const other = awsLogs(options);
  const stream = tableStream(await clients.dynamodb(), {
    ...{
      table,
      feed: 'logs',
      handler: (event) => logs.push(event),
      retries: 0,
    },
    report: (error) => {
      throw error;
    },
  });
  return {
    ...{
      logs,
      other,
      clock,
      connect: () => api.connect(),
      api,
      feed,
      bucket,
      stream,
      clients,
    },
    async close() {
      await stream.settled();
      await feed.close();
      await clients.close();
    },
  };
}

/** Each append is in a segment, and segments are merged, before it resolves. */
function compacted(logs: Logs): Logs {
  return {
    ...logs,
    async append(records) {
      await logs.append(records);
      await logs.prune(everything);
    },
  };
}

onEachBackend((on) => {
  const { dynamodb, s3 } = on.backend.services;
  logsContract(`DynamoDB on ${dynamodb}`, () => openLogs(on));
  logsContract(`segments on ${s3}`, async () => {
    const { logs, ...opened } = await openLogs(on);
    return { ...opened, logs: compacted(logs) };
  });
});

onEachBackend((on) => {
  const opened = eachTest(() => openLogs(on));
  const logs = () => opened().logs;
  const add = (...messages: string[]) =>
    logs().append(messages.map((message) => entry({ timestamp: at, message })));
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

    it('lose nothing that is appended while their connection opens (R6)', async () => {
      const client = await opened().api.begin();
      await logs().follow(client.connection, {});
      await add('early');
      await opened().stream.settled();
      client.open();
      await add('later');
      expect([await next(client), await next(client)]).toEqual(['early', 'later']);
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
      expect([await next(client), await next(client), await next(client)]).toEqual([
        'two',
        'three',
        'four',
      ]);
    });
  });

  describe('segments', () => {
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

    it('are found whole after a compaction that broke off between its writes (R1)', async () => {
      await add('one', 'two');
      await add('three');
      const client = await opened().clients.dynamodb();
      let writes = 0;
      client.middlewareStack.add(
        (proceed, { commandName }) =>
          async (args) => {
            if (commandName === 'TransactWriteItemsCommand' && ++writes === 2) {
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

    it('are merged, and what they replace is deleted after an hour', async () => {
      for (let count = 0; count < 20; count++) {
        await add(`${count}`);
        await logs().prune(everything);
      }
      const before = await messages();
      const { bucket, clients } = opened();
      const pages = () => s3Objects({ s3: clients.s3, bucket }).all('logs/segments/');
      const objects = async () => (await Array.fromAsync(pages())).flat().length;
      expect(await objects()).toBeGreaterThan(20);
      // The objects have the emulator's time.
      await opened().clock.advance(Date.now() + 7_200_000 - opened().clock.now().getTime());
      await logs().prune(everything);
      await logs().prune(everything);
      expect(await objects()).toBe(1);
      expect(await messages()).toEqual(before);
    });
  });
});
