import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { awsFeed } from '#core/platform/adapters/aws/feed/feed.ts';
import { awsLogs } from '#core/platform/adapters/aws/logs/logs.ts';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { awsSockets } from '#core/platform/adapters/aws/sockets/sockets.ts';
import type { Logs } from '#core/platform/ports/logs.ts';
import { ensureBucket } from '../../scripts/emulators/ensure-bucket.ts';
import { tableStream } from '../../scripts/emulators/table-stream.ts';
import { freshTable } from '#test/support/fresh-table.ts';
import { startManagementApi } from '#test/support/management-api.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onEachBackend, type OnBackend } from '#test/support/on-each-backend.ts';
import { logsContract } from './logs-suite.ts';

const everything = { days: 100_000, bytes: Number.MAX_SAFE_INTEGER };

async function openLogs(on: OnBackend) {
  const table = await freshTable(on);
  const bucket = on.unique();
  const { region, credentials } = on.endpoints();
  const clients = awsClients({ region, credentials, endpoints: on.endpoints() });
  await ensureBucket(await clients.s3(), bucket);
  const clock = manualClock('2026-03-01T00:00:00.000Z');
  const api = await startManagementApi();
  const stored = { client: clients.dynamodb, table, clock };
  const feed = awsFeed(stored);
  const blobs = awsBlobs({ s3: clients.s3, bucket });
  const records = awsRecords({ ...stored, blobs });
  const sockets = awsSockets({ management: () => clients.management(api.endpoint) });
  const logs = awsLogs({ ...stored, s3: clients.s3, bucket, feed, records, sockets });
  const stream = tableStream(await clients.dynamodb(), {
    ...{ feed: 'logs', handler: (event) => logs.push(event), retries: 0 },
    report: (error) => {
      throw error;
    },
  });
  return {
    ...{ logs, clock, connect: () => api.connect() },
    async close() {
      await stream.settled();
      await feed.close();
      await clients.close();
      await api.close();
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
