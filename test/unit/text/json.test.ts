import fc from '#test/support/property.ts';
import { describe, expect, it } from 'vitest';
import { jsonLists, jsonObjects } from '#core/text/json.ts';

const extractJson = (text: string) => jsonObjects(text).next().value;

describe('the first object of a text', () => {
  const cases: [string, string, unknown][] = [
    ['the whole text', '{"a":1}', { a: 1 }],
    ['white space around it', ' \n{"a":1}\n', { a: 1 }],
    ['prose around it', 'Here: {"a":1}. Done.', { a: 1 }],
    ['prose after it', '{"a":1} is the plan', { a: 1 }],
    ['a fenced block', 'So:\n```json\n{"a": [1, 2]}\n```\n', { a: [1, 2] }],
    ['braces in strings', 'x {"a":"} { \\" }"} y', { a: '} { " }' }],
    ['an apostrophe and a quote before it', `it's 5" wide {"a":1}`, { a: 1 }],
    ['a failed candidate before it', 'use {name} and {x: 1}, then {"a":1}', { a: 1 }],
    ['a failed candidate around it', '{bad {"a":1} bad}', { a: 1 }],
    ['an object that is broken outside', '{"b": {"a":1}, oops}', { a: 1 }],
    ['an object inside a broken string', '{"b": "x {"a":1} y"}', { a: 1 }],
    ['an unclosed candidate before it', '{"b": [ {"a":1}', { a: 1 }],
    ['an object in a list', '[{"a":1}]', { a: 1 }],
    ['the first of two', '{"a":1} {"b":2}', { a: 1 }],
    ['nothing in it', '{}', {}],
    [
      'numbers, words and escapes',
      '- {"a":[-1.5e3,true,null,"\\u00e9\\n"]}',
      { a: [-1500, true, null, 'é\n'] },
    ],
    ['no object', 'just words', undefined],
    ['nothing', '', undefined],
    ['a list', '[1, 2]', undefined],
    ['a string', '"{}"x', {}],
    ['a trailing comma', '{"a":1,}', undefined],
    ['single quotes', "{'a':1}", undefined],
    ['a raw line break in a string', '{"a":"\n"}', undefined],
    ['a number that is none', '{"a":01}', undefined],
    ['an unclosed object', '{"a":1', undefined],
  ];
  it.each(cases)('%s', (_, text, expected) => {
    expect(extractJson(text)).toEqual(expected);
  });

  it('finds any object in any prose without braces', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    const prose = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[{}]/g, '"'));
    fc.assert(
      fc.property(object, prose, prose, fc.nat(3), (value, before, after, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(extractJson(`${before}${json}${after}`)).toEqual(JSON.parse(json));
      }),
    );
  });

  it('agrees with trying JSON.parse at every brace', () => {
    const piece = fc.constantFrom(
      ...['{', '}', '[', ']', '"', ',', ':', '\\', '1', 'a', ' ', '{"a":', '"{"', ':"{",', '{"'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        expect(extractJson(text)).toEqual(slowly(text));
      }),
      { numRuns: 3_000 },
    );
  });

  const hostile: [string, string][] = [
    ['braces', '{'],
    ['objects that never close', '{"a":'],
    ['quotes and braces', '{"'],
    ['strings that look like structure', '{"{":"{",'],
    ['lists that never close', '{"a":['],
    ['closed objects in open ones', '{"a":{"b":0},"c":'],
    ['backslashes', '{"\\\\'],
    ['escaped quotes', '{"\\"{'],
    ['keys that turn into values', '{"a":"{","b":"{","c":"'],
  ];
  it.each(hostile)('takes time in proportion to the text: %s (S14, S15)', (_, piece) => {
    const steps = (length: number) => {
      const text = countedText(piece.repeat(length / piece.length));
      extractJson(text as unknown as string);
      return text.reads();
    };
    expect(steps(40_000)).toBeLessThan(2.5 * steps(20_000) + 1_000);
  });

  it.each(hostile)('copes with 1 MB: %s', (_, piece) => {
    const found = extractJson(piece.repeat(1_000_000 / piece.length));
    expect(found === undefined || typeof found === 'object').toBe(true);
  });

  it('copes with deep nesting', () => {
    const depth = 200_000;
    const text = `so ${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(extractJson(text)).toHaveProperty('a');
  });
});

/** What the rule says, in its plainest form. */
function slowly(text: string): unknown {
  const parse = (from: number, to: number): unknown => {
    try {
      return JSON.parse(text.slice(from, to));
    } catch {
      return undefined;
    }
  };
  for (let from = 0; from < text.length; from++) {
    if (text[from] !== '{') continue;
    for (let to = from + 1; to <= text.length; to++) {
      const value = text[to - 1] === '}' ? parse(from, to) : undefined;
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

/** A text that counts how often a character of it is read. */
function countedText(text: string) {
  let reads = 0;
  const counted = new Proxy(new String(text), {
    get(target, name) {
      if (name === 'reads') return () => reads;
      if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
      if (name === 'charCodeAt') {
        return (at: number) => {
          reads++;
          return text.charCodeAt(at);
        };
      }
      if (name === 'trim') return () => ({ startsWith: () => false });
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? (value.bind(text) as unknown) : value;
    },
  });
  return counted as unknown as { reads(): number };
}

describe('jsonLists', () => {
  it.each([
    ['the whole text', '[1]', [[1]]],
    ['an empty list', '[]', [[]]],
    ['an empty list in a list', '[[], 1]', [[[], 1]]],
    ['an indented whole', '[\n  {"a": "]"}\n]\n', [[{ a: ']' }]]],
    ['log lines before it', '[INFO] start\n[1/2] going\n[{"a": 1}]', [[{ a: 1 }]]],
    ['a list in a sentence before it', 'found [1] of [2]\n[3]', [[3]]],
    ['text after it', '[1, 2]\ndone [ok]', [[1, 2]]],
    ['an unclosed list before it', '[1, [2\n[3]', [[3]]],
    ['a list after it', '[\n[1]\n]\n[2]', [[[1]], [2]]],
    ['no list', '{"a": [1]}', []],
    ['an unclosed list', '[1, 2', []],
  ])('%s', (_, text, expected) => {
    expect([...jsonLists(text)]).toEqual(expected);
  });

  it('S14: is linear for a text of unclosed lists', () => {
    expect([...jsonLists('[\n'.repeat(300_000))]).toEqual([]);
  });
});
