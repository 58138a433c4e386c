import { describe, expect, it } from 'vitest';
import { readLargeObject } from '#core/text/large-json.ts';
import fc from '#test/support/property.ts';

/** The object as its parts say it is. */
async function read(json: string, length = 65_536): Promise<unknown> {
  async function* portions() {
    for (let at = 0; at < json.length; at += length) yield json.slice(at, at + length);
  }
  let text = '';
  const list: unknown[] = [];
  const fields = {
    text: 'xml',
    list: 'items',
    tooLong: (item?: number) => new RangeError(`${item}`),
  };
  const rest = await readLargeObject(portions(), {
    ...fields,
    onText: async (portion) => void (text += portion),
    onItem: async (item) => void list.push(JSON.parse(item)),
  });
  const object = JSON.parse(rest) as Record<string, unknown>;
  if (object['xml'] === '') object['xml'] = text;
  if (Array.isArray(object['items'])) object['items'] = list;
  return object;
}

describe('a large JSON object', () => {
  it('is read as JSON.parse() reads it, whatever the portions', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('xml', 'items', '\\"', '😀'),
    );
    const value = fc.oneof(word, fc.jsonValue({ maxDepth: 2 }));
    const object = fc.record(
      {
        a: value,
        xml: value,
        items: fc.oneof(value, fc.array(value)),
        z: fc.dictionary(word, value),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        object,
        fc.nat(4),
        fc.integer({ min: 1, max: 12 }),
        async (given, indent, length) => {
          const json = JSON.stringify(given, undefined, indent);
          expect(await read(json, length)).toEqual(JSON.parse(json));
          const ascii = json.replaceAll(
            /[^\x20-\x7e\n]/g,
            (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
          expect(await read(ascii, length)).toEqual(JSON.parse(json));
        },
      ),
    );
  });

  it.each(
    [
      ['', '{', '{"xml":"a', '{"xml":"a\n"}', '{"xml":"\\x"}', '{"xml":"\\u00"}', '{"xml":"a"'],
      ['{"items":[1,]}', '{"items":[,1]}', '{"items":[1 2]}', '{"items":[{]}', '{"items":[1}'],
      [
        '{"xml":"a","xml":"b"}',
        '{"items":[],"items":null}',
        '{"xml":"a" "b"}',
        '{"a":1}{}',
        '{"\\x":1}',
      ],
    ].flat(),
  )('refuses %j (S14)', async (json) => {
    await expect(read(json, 3)).rejects.toThrow(SyntaxError);
  });

  it.each([
    ['other fields', JSON.stringify({ a: 'x'.repeat(262_200) }), 'undefined'],
    ['an item', JSON.stringify({ items: [1, 'x'.repeat(4_000_000)] }), '1'],
  ])('says which of %s is too long', async (_, json, which) => {
    await expect(read(json)).rejects.toThrow(new RangeError(which));
  });
});
