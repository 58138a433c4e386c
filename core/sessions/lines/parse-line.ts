import { type Entry, isObject } from './entry.ts';
import { plainEntry } from './plain-entry.ts';

/** JSON.parse() takes about 60 bytes for each level. Shorter lines cannot do harm. */
const harmlessBytes = 1024 * 1024;
const deepest = 1_000;

/** Undefined: the line is malformed. */
export function parseLine(line: Buffer): Entry | undefined {
  const entry = parseObject(line);
  return entry && plainEntry(entry);
}

export function parseObject(line: Buffer): Entry | undefined {
  const bytes = withoutMark(line);
  if (bytes.length > harmlessBytes && isDeep(bytes)) return undefined;
  try {
    const value = JSON.parse(bytes.toString('utf8')) as unknown;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Some editors put a byte order mark before the first line. */
function withoutMark(line: Buffer): Buffer {
  return line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line;
}

/** Parsing shorter lines costs little. */
const shortBytes = 256;

/**
 * The number of malformed lines in a block, told without parsing long ones: whole lines begin and end
 * with a brace. Every search counts them, whatever it looks for.
 */
export function countMalformed(lines: Iterable<Buffer>): number {
  let malformed = 0;
  for (const line of lines) if (looksMalformed(line)) malformed += 1;
  return malformed;
}

export function looksMalformed(line: Buffer): boolean {
  if (line.length <= shortBytes) return parseObject(line) === undefined;
  return firstByte(withoutMark(line)) !== 0x7b || lastByte(line) !== 0x7d;
}

function firstByte(line: Buffer): number | undefined {
  return line.find((byte) => !isSpace(byte));
}

function lastByte(line: Buffer): number | undefined {
  return line.findLast((byte) => !isSpace(byte));
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

function isDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x22) {
      at = endOfString(bytes, at);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}

/** The place of the closing quote. */
function endOfString(bytes: Buffer, start: number): number {
  for (let quote = bytes.indexOf(0x22, start + 1); quote !== -1;) {
    let before = quote;
    while (bytes[before - 1] === 0x5c) before -= 1;
    if ((quote - before) % 2 === 0) return quote;
    quote = bytes.indexOf(0x22, quote + 1);
  }
  return bytes.length;
}
