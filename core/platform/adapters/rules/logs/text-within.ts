import { Failure } from '../../../failure.ts';

/** A message of the WebSocket API takes 128 kB. */
export const largestMessage = 128_000;

const lengths = [60_000, 8_000, 1_000, 200];

/** The value as JSON of at most so many bytes: long texts in it are cut, and say so. */
export function textWithin(value: object, mostBytes: number): string {
  for (const length of [Number.POSITIVE_INFINITY, ...lengths]) {
    const text = JSON.stringify(value, (_, part: unknown) => cut(part, length));
    if (Buffer.byteLength(text) <= mostBytes) return text;
  }
  throw new Failure('too-large', 'entry_too_large', `A log entry takes at most ${mostBytes} bytes`);
}

function cut(part: unknown, length: number): unknown {
  if (typeof part !== 'string' || part.length <= length) return part;
  return `${part.slice(0, length)}… (${part.length - length} characters cut)`;
}
