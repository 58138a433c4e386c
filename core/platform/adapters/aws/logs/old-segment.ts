// A segment of version 0.2 is one object: blocks of records, one a line, each block compressed, and
// behind them the compressed index:
//   4 bytes      the length of the head
//   head         JSON: count, blocks; padded to 8 bytes
//   times        a double for each row
//   cursors      a double for each row
//   columns      not read here
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { LogRecord } from '../../../ports/logs.ts';
import type { Line } from './tail.ts';

const decompress = promisify(gunzip);

interface Head {
  readonly count: number;
  readonly blocks: readonly {
    readonly row: number;
    readonly offset: number;
    readonly size: number;
  }[];
}

export async function oldSegmentLines(object: Buffer, indexAt: number): Promise<Line[]> {
  const index = await decompress(object.subarray(indexAt));
  const length = index.readUInt32LE();
  const { count, blocks } = JSON.parse(index.toString('utf8', 4, 4 + length)) as Head;
  const cursorsAt = Math.ceil((4 + length) / 8) * 8 + 8 * count;
  const lines: Line[] = [];
  for (const { row, offset, size } of blocks) {
    const text = (await decompress(object.subarray(offset, offset + size))).toString();
    for (const [at, json] of text.split('\n').entries()) {
      const cursor = index.readDoubleLE(cursorsAt + 8 * (row + at));
      lines.push({ cursor, record: JSON.parse(json) as LogRecord });
    }
  }
  return lines;
}
