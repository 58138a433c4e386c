import type { LogEntry } from '../../../../ports/logs.ts';
import { absentFields } from '../../../rules/logs/entry-of.ts';
import { continued, entryFrom } from '../files/text-line.ts';
import { linesOf } from '../files/lines.ts';
import { longestTime } from '../files/places.ts';

/** An entry of a text log with the lines that continue it. */
export interface TextBlock {
  readonly entry: LogEntry;
  readonly start: number;
  readonly length: number;
  readonly isWholeSecond: boolean;
}

/** Only the beginning of a longer entry is kept. */
export const maxEntryBytes = 1024 * 1024;

/** The entries of a text log from the beginning of one to `end`. */
export function* blocksOf(
  file: number,
  { from, end, name, modified }: { from: number; end: number; name: string; modified: number },
): Generator<TextBlock> {
  let parts: Buffer[] = [];
  let size = 0;
  let start = from;
  let at = from;
  const block = (time: number) =>
    ({ ...textEntry(Buffer.concat(parts), name, time), start, length: at - start }) as const;
  for (const line of linesOf(file, from)) {
    if (line.end > end) break;
    const first = firstOf(line.bytes);
    if (first && at > start) {
      // Lines before the first entry of a file show at its time.
      yield block(Date.parse(first.timestamp));
      parts = [];
      size = 0;
      start = line.start;
    }
    if (size < maxEntryBytes)
      parts.push(Buffer.from(line.bytes.subarray(0, maxEntryBytes)), newline);
    size += line.bytes.length + 1;
    at = line.end;
  }
  if (at > start) yield block(modified);
}

const newline = Buffer.from('\n');

/** `time` is used when the block does not begin with an entry. */
export function textEntry(bytes: Buffer, name: string, time: number) {
  const [head = '', ...more] = bytes.subarray(0, maxEntryBytes).toString('utf8').split('\n');
  if (more.at(-1) === '') more.pop();
  const first = firstOf(Buffer.from(head));
  const { isWholeSecond, ...entry } = first ?? {
    ...unknown(name, time),
    message: continued(head),
  };
  const message = [entry.message, ...more.map(continued)].join('\n');
  return { entry: { ...entry, message } as LogEntry, isWholeSecond };
}

function firstOf(bytes: Buffer) {
  // Every entry begins with the year.
  const digit = bytes[0] === 0x1b ? 0x30 : (bytes[0] ?? 0);
  if (digit < 0x30 || digit > 0x39) return undefined;
  const entry = entryFrom(bytes.toString('utf8').replace(/\r$/, ''));
  const time = Date.parse(entry?.timestamp ?? '');
  return time >= 0 && time < longestTime ? entry : undefined;
}

function unknown(name: string, time: number): Omit<LogEntry, 'message'> & { isWholeSecond: false } {
  return {
    isWholeSecond: false,
    timestamp: new Date(time).toISOString(),
    level: 'INFO',
    logger_name: name,
    ...absentFields,
  };
}
