import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { s3Objects } from '#core/platform/adapters/aws/blobs/objects.ts';
import { dynamo } from '#core/platform/adapters/aws/dynamo/dynamo.ts';
import { compaction } from '#core/platform/adapters/aws/logs/compaction.ts';
import { logEngine } from '#core/platform/adapters/aws/logs/engine.ts';
import { logFiles } from '#core/platform/adapters/aws/logs/files.ts';
import { localFiles } from '#core/platform/adapters/aws/logs/local-files.ts';
import type { Tail, TailItem } from '#core/platform/adapters/aws/logs/tail.ts';
import { startEmulators } from '#test/support/emulators/emulators.ts';
import { ensureBucket } from '../../emulators/ensure-bucket.ts';
import { ensureTable } from '../../emulators/ensure-table.ts';
import { names, openAwsLogs } from '../samples/aws-logs.ts';
import { queryLines } from '../samples/log-queries.ts';
import { deliveriesOf } from '../samples/logs.ts';
import { isLarge, quantile, size, suite, timed, type Line } from '../suite.ts';

const entries = isLarge ? 10_000_000 : size(1_000_000, 60_000);
const textBars = { 'by a rare text': 600, 'by a word in every fourth entry': 600 };

/** In place of DynamoDB, through whose emulator so many entries would take an hour. */
function sampleTail(): Pick<Tail, 'items' | 'remove'> {
  const deliveries = deliveriesOf(entries);
  let cursor = 0;
  let unmoved: TailItem[] = [];
  return {
    async *items() {
      yield* unmoved;
      // next(), because leaving a loop would end the sample.
      for (let next = deliveries.next(); !next.done; next = deliveries.next()) {
        const records = next.value;
        const lines = records.map((record) => ({ cursor: ++cursor, record }));
        const key = { pk: '', sk: String(cursor) };
        const item = { key, lines, bytes: JSON.stringify(records).length };
        unmoved.push(item);
        yield item;
      }
    },
    async remove(keys) {
      const removed = new Set(keys.map(({ sk }) => sk));
      unmoved = unmoved.filter(({ key }) => !removed.has(key.sk));
    },
  };
}

// The log of functions, on emulators.
await suite(async () => {
  const emulators = await startEmulators();
  const { s3, dynamodb, region, credentials } = emulators;
  const places = { s3, dynamodb, region, credentials };
  const { logs, clients, ...stored } = openAwsLogs(places);
  await ensureTable(await clients.dynamodb(), names.table);
  await ensureBucket(await clients.s3(), names.bucket);

  const [engine, objects, files] = [logEngine(), s3Objects(stored), logFiles(dynamo(stored))];
  const local = localFiles(engine, objects);
  const parts = { engine, objects, files, local, tail: sampleTail() as Tail };
  const moving = compaction(parts);
  const movedMs = await timed(() => moving.moveTail());
  const lines: Line[] = [
    {
      name: 'Logs on AWS, moved into files: an entry',
      value: (movedMs * 1_000) / entries,
      unit: 'µs',
    },
  ];
  for (let before = Infinity; ;) {
    const { length } = (await files.list()).files;
    if (length === before) break;
    before = length;
    await moving.merge('9999');
  }
  await engine.close();

  const script = join(import.meta.dirname, '../samples/aws-logs.ts');
  const starts = Array.from({ length: size(5, 2) }, () =>
    Number(execFileSync(process.execPath, [script, JSON.stringify(places)])),
  );
  const cold = { value: quantile(starts, 0.5), unit: 'ms', bar: 2_000 };
  lines.push({ name: 'Logs on AWS, start of a process to its first answer', ...cold });
  await logs.search({ where: { search: 'files are fetched' } }, { limit: 1 });
  lines.push(...(await queryLines(logs, { what: 'Logs on AWS', entries, bars: textBars })));
  await logs.close();
  await clients.close();
  await emulators.stop();
  return lines;
});
