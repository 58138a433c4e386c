import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { compaction } from '#core/platform/adapters/aws/logs/compaction.ts';
import { logParts } from '#core/platform/adapters/aws/logs/parts.ts';
import type { Tail, TailItem } from '#core/platform/adapters/aws/logs/tail.ts';
import { entryOf } from '#core/platform/adapters/rules/logs/entry-of.ts';
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
        const all = records.map((record) => ({
          entry: { ...entryOf(record), cursor: ++cursor },
          summary: undefined,
        }));
        const key = { pk: '', sk: String(cursor) };
        const item = { key, records: all, bytes: JSON.stringify(records).length };
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
  const { logs, clients, options } = openAwsLogs(places);
  await ensureTable(await clients.dynamodb(), names.table);
  await ensureBucket(await clients.s3(), names.bucket);

  const parts = { ...logParts(options), tail: sampleTail() as Tail };
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
    const { length } = (await parts.files.list()).files;
    if (length === before) break;
    before = length;
    await moving.merge('9999', await moving.sweep(new Date(0)));
  }
  await parts.engine.close();

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
