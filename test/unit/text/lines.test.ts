import { expect, it } from 'vitest';
import { linesOf } from '#core/text/lines.ts';

it.each([
  [
    ['a\nb', 'c\n', 'd'],
    ['a', 'bc', 'd'],
  ],
  [
    ['a\r\n', '\n'],
    ['a\r', ''],
  ],
  [['a\u2028b\u0085c\n'], ['a\u2028b\u0085c']],
  [[], []],
])('gives the lines of %j', async (parts, lines) => {
  const bytes = parts.flatMap((part) => [...Buffer.from(part)].map((byte) => Buffer.of(byte)));
  async function* arriving<Part>(all: readonly Part[]) {
    yield* all;
  }
  expect(await Array.fromAsync(linesOf(arriving(parts)))).toEqual(lines);
  expect(await Array.fromAsync(linesOf(arriving(bytes)))).toEqual(lines);
});
