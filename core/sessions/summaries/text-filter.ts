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
  for (const hash of hashesOf(lower, shortGram)) set(short, hash);
  for (const hash of hashesOf(lower, longGram)) set(long, hash);
}

/** Tells for one query of many files whether they may contain it; without a filter: yes. */
export function mayContain(query: string): (filter: TextFilter | undefined) => boolean {
  const lower = fold(query);
  const [short, long] = [hashesOf(lower, shortGram), hashesOf(lower, longGram)];
  return (filter) => !filter || (hasAll(filter.long, long) && hasAll(filter.short, short));
}

function hasAll(filter: Uint32Array, hashes: Int32Array): boolean {
  return hashes.every((hash) => {
    const bit = bitOf(filter, hash);
    return ((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  });
}

function set(filter: Uint32Array, hash: number): void {
  const bit = bitOf(filter, hash);
  filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
}

function bitOf(filter: Uint32Array, hash: number): number {
  return hash & (filter.length * 32 - 1);
}

/** The hash of each sequence of so many characters. */
function hashesOf(text: string, gram: number): Int32Array {
  const result = new Int32Array(Math.max(0, text.length - gram + 1));
  for (let at = 0; at < result.length; at += 1) {
    let hash = 0;
    for (let next = at; next < at + gram; next += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(next), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    result[at] = hash;
  }
  return result;
}
