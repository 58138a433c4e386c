// A segment of version 0.2 is one object: blocks of records, one a line, each block compressed, and
// behind them the compressed index:
//   4 bytes      the length of the head
//   head         JSON: count, blocks; padded to 8 bytes
//   times        a double for each row
//   cursors      a double for each row
//   columns      not read here
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { PlacedRecord } from '../../rules/logs/plain-dialect.ts';
import { recordOf } from './tail.ts';

const decompress = promisify(gunzip);

interface Head {
  readonly count: number;
  readonly blocks: readonly { row: number; offset: number; size: number }[];
}

export async function oldRecords(object: Buffer, indexAt: number): Promise<PlacedRecord[]> {
  const index = await decompress(object.subarray(indexAt));
  const length = index.readUInt32LE();
  const { count, blocks } = JSON.parse(index.toString('utf8', 4, 4 + length)) as Head;
  const cursorsAt = Math.ceil((4 + length) / 8) * 8 + 8 * count;
  const records: PlacedRecord[] = [];
  for (const { row, offset, size } of blocks) {
    const text = (await decompress(object.subarray(offset, offset + size))).toString();
    for (const [at, body] of text.split('\n').entries()) {
      const cursor = index.readDoubleLE(cursorsAt + 8 * (row + at));
      records.push(recordOf({ cursor, body }));
    }
  }
  return records;
}
