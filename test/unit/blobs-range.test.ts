import { expect, it } from 'vitest';
import { rangeHeader, rangeOf } from '#core/platform/adapters/aws/blobs/range.ts';
import type { ByteRange } from '#core/platform/ports/blobs.ts';

// S3 ignores a Range that makes no sense and sends everything: such a header is never sent.
it.each<[ByteRange, string | undefined]>([
  [{ first: 0 }, 'bytes=0-'],
  [{ first: 3, last: 3 }, 'bytes=3-3'],
  [{ suffix: 5 }, 'bytes=-5'],
  [{ first: 5, last: 4 }, undefined],
  [{ first: -1 }, undefined],
  [{ first: 0.5 }, undefined],
  [{ first: Number.NaN, last: 4 }, undefined],
  [{ first: 0, last: Infinity }, undefined],
  [{ suffix: 0 }, undefined],
  [{ suffix: -1 }, undefined],
])('%j is the header %s', (range, header) => {
  expect(rangeHeader(range)).toBe(header);
});

it.each([
  ['bytes 3-4/10', 2, { first: 3, last: 4, size: 10 }],
  [undefined, 10, { first: 0, last: 9, size: 10 }],
])('a reply with Content-Range %s and %i bytes is %j', (header, length, expected) => {
  expect(rangeOf(header, length)).toEqual(expected);
});
