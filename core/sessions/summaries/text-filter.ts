import { fold } from '../lines/fold.ts';

/**
 * Bloom filters with one hash over the sequences of characters in a file's messages: without one of a
 * query's sequences in them, the file has no hit. They may only say yes too often. Long sequences
 * tell phrases of frequent words apart.
 */
export interface TextFilter {
  readonly short: Uint32Array;
  readonly long: Uint32Array;
}

const shortGram = 3;
const longGram = 6;

/** About 2 % of the file's size, up to 320 KiB. */
export function emptyFilter(fileBytes: number): TextFilter {
  return { short: bits(fileBytes / 32, 2 ** 19), long: bits(fileBytes / 8, 2 ** 21) };
}

function bits(size: number, most: number): Uint32Array {
  const rounded = 2 ** Math.ceil(Math.log2(Math.max(2 ** 10, size)));
  return new Uint32Array(Math.min(most, rounded) / 32);
}

export function addText({ short, long }: TextFilter, text: string): void {
  const lower = fold(text);
  for (const bit of bitsOf(lower, shortGram, short)) set(short, bit);
  for (const bit of bitsOf(lower, longGram, long)) set(long, bit);
}

/** Without a filter: yes. */
export function mayContain(filter: TextFilter | undefined, query: string): boolean {
  if (!filter) return true;
  const lower = fold(query);
  return hasAll(filter.long, lower, longGram) && hasAll(filter.short, lower, shortGram);
}

function hasAll(filter: Uint32Array, lower: string, gram: number): boolean {
  for (const bit of bitsOf(lower, gram, filter)) {
    if (((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

function set(filter: Uint32Array, bit: number): void {
  filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
}

/** The bit of each sequence of so many characters. */
function bitsOf(text: string, gram: number, filter: Uint32Array): Uint32Array {
  const mask = filter.length * 32 - 1;
  const result = new Uint32Array(Math.max(0, text.length - gram + 1));
  for (let at = 0; at < result.length; at += 1) {
    let hash = 0;
    for (let next = at; next < at + gram; next += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(next), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    result[at] = hash & mask;
  }
  return result;
}
