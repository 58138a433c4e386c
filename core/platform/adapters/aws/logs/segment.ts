// A segment is one object: blocks of records, each compressed, and behind them the index:
//   4 bytes      the length of the head
//   head         JSON: count, blocks, the values of the columns; padded to 8 bytes
//   times        a double for each row
//   cursors      a double for each row
//   columns      4 bytes for each row and column: the place of its value
// Rows are ordered by time, then cursor.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { LogEntry, LogRecord } from '../../../ports/logs.ts';
import { entryOf } from '../../rules/logs/entry-of.ts';
import { bloomOf } from './bloom.ts';
import { columnNames, columnsOf, termsOf, type Column, type Columns } from './columns.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface Line {
  readonly cursor: number;
  readonly record: LogRecord;
}

interface Block {
  /** Its first row. */
  readonly row: number;
  readonly offset: number;
  readonly size: number;
}

export interface SegmentIndex {
  readonly count: number;
  readonly blocks: readonly Block[];
  readonly times: Float64Array;
  readonly cursors: Float64Array;
  readonly columns: Columns;
}

const blockCharacters = 128 * 1024;

export async function encodeSegment(lines: readonly Line[]) {
  const rows = lines
    .map((line) => ({ ...line, entry: entryOf(line.record) }))
    .map((line) => ({ ...line, time: Date.parse(line.entry.timestamp) }))
    .sort((one, other) => one.time - other.time || one.cursor - other.cursor);
  const parts: Buffer[] = [];
  const blocks: Block[] = [];
  let offset = 0;
  for (const { row, text } of blocksOf(rows.map(({ record }) => JSON.stringify(record)))) {
    const part = await compress(text);
    blocks.push({ row, offset, size: part.length });
    parts.push(part);
    offset += part.length;
  }
  const columns = columnsOf(rows.map(({ entry }) => entry));
  const index = await compress(indexOf({ rows, blocks, columns }));
  return {
    body: Buffer.concat([...parts, index]),
    indexAt: offset,
    from: rows[0]?.time ?? 0,
    to: rows.at(-1)?.time ?? 0,
    bloom: bloomOf(termsOf(columns)),
    unhooked: unhookedOf(rows.map(({ entry }) => entry)),
  };
}

/** Entries without hook_id, by logger. */
function unhookedOf(entries: readonly LogEntry[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { hook_id, logger_name } of entries) {
    if (hook_id === null) counts[logger_name] = (counts[logger_name] ?? 0) + 1;
  }
  return counts;
}

function* blocksOf(texts: readonly string[]): Generator<{ row: number; text: string }> {
  let row = 0;
  let size = 0;
  for (const [at, text] of texts.entries()) {
    if (size > 0 && size + text.length > blockCharacters) {
      yield { row, text: texts.slice(row, at).join('\n') };
      row = at;
      size = 0;
    }
    size += text.length + 1;
  }
  if (row < texts.length) yield { row, text: texts.slice(row).join('\n') };
}

function indexOf({
  rows,
  blocks,
  columns,
}: {
  readonly rows: readonly { readonly time: number; readonly cursor: number }[];
  readonly blocks: readonly Block[];
  readonly columns: Columns;
}): Buffer {
  const values = columnNames.map((name) => columns[name].values);
  const head = Buffer.from(JSON.stringify({ count: rows.length, blocks, values }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const numbers = [
    Float64Array.from(rows, ({ time }) => time),
    Float64Array.from(rows, ({ cursor }) => cursor),
    ...columnNames.map((name) => columns[name].rows),
  ].map((array) => Buffer.from(array.buffer));
  return Buffer.concat([length, head, Buffer.alloc(padding(head.length)), ...numbers]);
}

export async function decodeIndex(bytes: Uint8Array): Promise<SegmentIndex> {
  const raw = await decompress(bytes);
  // A copy begins at a multiple of 8, as the numbers must.
  const { buffer } = Uint8Array.from(raw);
  const length = raw.readUInt32LE();
  const head = JSON.parse(raw.toString('utf8', 4, 4 + length)) as {
    readonly count: number;
    readonly blocks: readonly Block[];
    readonly values: readonly Column['values'][];
  };
  const { count, blocks, values } = head;
  const start = 4 + length + padding(length);
  const columns = columnNames.map((name, at): [string, Column] => {
    const rows = new Uint32Array(buffer, start + 16 * count + 4 * at * count, count);
    return [name, { values: values[at] ?? [], rows }];
  });
  return {
    count,
    blocks,
    times: new Float64Array(buffer, start, count),
    cursors: new Float64Array(buffer, start + 8 * count, count),
    columns: Object.fromEntries(columns) as Columns,
  };
}

function padding(headLength: number): number {
  return (8 - ((4 + headLength) % 8)) % 8;
}

/** The lines of a block, as JSON. */
export async function decodeBlock(bytes: Uint8Array): Promise<string> {
  return (await decompress(bytes)).toString();
}

/** The place of the row's block in `blocks`. */
export function blockOf(blocks: readonly Block[], row: number): number {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((blocks[middle] as Block).row <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function lineOf(cursor: number, json: string): Line {
  return { cursor, record: JSON.parse(json) as LogRecord };
}
