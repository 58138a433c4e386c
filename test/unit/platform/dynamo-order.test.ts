import fc from '#test/support/property.ts';
import { describe, expect, it } from 'vitest';
import {
  compareText,
  encodeExact,
  encodeKey,
  encodeNullable,
  encodeNumber,
  encodeText,
  highest,
} from '#core/platform/adapters/aws/records/order.ts';

// Often the characters that the encoding itself uses, and those that UTF-16 puts elsewhere.
const special = ['\u0000', '\u0001', '\u0002', '\u0003', '0', '~', '\ud7ff', '\ue000', '\uffff'];
const character = fc.oneof(
  fc.constantFrom(...special, '\u{10000}', '\u{10fffd}', '\u{10fffe}', '\u{10ffff}'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const text = fc.array(character, { maxLength: 6 }).map((parts) => parts.join(''));
const number = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.maxSafeInteger());

const bytes = (one: string, other: string) =>
  Math.sign(Buffer.compare(Buffer.from(one), Buffer.from(other)));
function holds<Values>(property: fc.IPropertyWithHooks<Values>) {
  fc.assert(property, { numRuns: 2_000 });
}

describe('sort keys', () => {
  it('compareText orders as UTF-8 bytes do', () => {
    holds(
      fc.property(text, text, (one, other) => {
        expect(Math.sign(compareText(one, other))).toBe(bytes(one, other));
      }),
    );
  });

  it('text keeps its order and its prefixes', () => {
    holds(
      fc.property(text, text, (one, other) => {
        const [a, b] = [encodeText(one), encodeText(other)];
        expect(bytes(a, b)).toBe(bytes(one, other));
        expect(b.startsWith(a)).toBe(other.startsWith(one));
        if (b.startsWith(a)) expect(bytes(b, a + highest)).toBe(-1);
      }),
    );
  });

  it('numbers keep their order', () => {
    holds(
      fc.property(number, number, (one, other) => {
        const expected = one === other ? 0 : one < other ? -1 : 1;
        expect(bytes(encodeNumber(one), encodeNumber(other))).toBe(expected);
      }),
    );
  });

  it.each([
    [null, ''],
    [null, -Infinity],
    ['', '\u0000'],
    [-Infinity, -1e308],
    [-1, -5e-324],
    [0, 5e-324],
    [9007199254740990, 9007199254740991],
    [false, true],
  ])('%j sorts before %j', (one, other) => {
    expect(bytes(encodeNullable(one), encodeNullable(other))).toBe(-1);
  });

  it('minus zero is zero', () => {
    expect(encodeNumber(-0)).toBe(encodeNumber(0));
  });

  it('keys of several columns order column by column, and never meet', () => {
    holds(
      fc.property(fc.tuple(text, text), fc.tuple(text, text), (one, other) => {
        const [a, b] = [one, other].map(([x, y]) => encodeKey(['x', 'y'], { x, y }));
        expect(bytes(a ?? '', b ?? '')).toBe(bytes(one[0], other[0]) || bytes(one[1], other[1]));
      }),
    );
  });

  it('exact values of any length have a partition of their own', () => {
    const long = 'x'.repeat(300);
    const lists = [[], [''], ['', ''], [null], ['a', 'b'], ['a\u0001b'], [long], [`${long}x`]];
    const hashed = encodeExact([long]);
    const keys = [...lists.map(encodeExact), encodeExact([hashed]), encodeExact([hashed.slice(1)])];
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(Buffer.byteLength(key)).toBeLessThanOrEqual(210);
  });
});
