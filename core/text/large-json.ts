/** What a reader does with the two large fields of an object. */
export interface LargeFields {
  /** The name of a field whose text comes in portions. */
  readonly text: string;
  /** The name of a field whose list comes one item at a time, as JSON. */
  readonly list: string;
  onText(portion: string): Promise<void>;
  onItem(json: string, index: number): Promise<void>;
  /** The error for an item, or for the other fields together, that is too long. */
  tooLong(item?: number): Error;
}

const maxRestLength = 262_144;
const maxItemLength = 4_000_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
/** The letter after the backslash of an escape such as `\u00e4`. */
const unicode = 0x75;

/**
 * Reads a JSON object of which two fields are never in memory as a whole. Returns its JSON, with an
 * empty text and an empty list for them. SyntaxError: the text is no JSON. Most such errors are
 * left to the caller, who parses the result and the items.
 */
export async function readLargeObject(
  portions: AsyncIterable<string>,
  fields: LargeFields,
): Promise<string> {
  let rest = '';
  let item = '';
  let items = 0;
  /** The last character of a portion, when it is the first half of a pair. */
  let half = '';
  let goesTo: 'rest' | 'text' | 'item' = 'rest';
  let depth = 0;
  let isInString = false;
  /** The field of the outer object; it ends with the name's closing quote. */
  let name = '';
  let isValue = false;
  let carried = '';
  const large = new Set<string>();

  async function take(text: string): Promise<void> {
    if (goesTo === 'rest') rest += text;
    else if (goesTo === 'item') item += text;
    else if (text !== '') await giveText(text);
    if (rest.length > maxRestLength) throw fields.tooLong();
    if (item.length > maxItemLength) throw fields.tooLong(items);
  }

  async function giveText(escaped: string): Promise<void> {
    const text = half + (JSON.parse(`"${escaped}"`) as string);
    half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    await fields.onText(half === '' ? text : text.slice(0, -1));
  }

  async function endItem(): Promise<void> {
    const json = item;
    item = '';
    await fields.onItem(json, items);
    items += 1;
  }

  function endName(): void {
    const plain = JSON.parse(`"${name}"`) as string;
    name = plain;
    if (plain !== fields.text && plain !== fields.list) return;
    if (large.has(plain)) throw new SyntaxError(`${plain} is there twice`);
    large.add(plain);
  }

  for await (const portion of portions) {
    const text = carried + portion;
    carried = '';
    let start = 0;
    let nameStart = 0;
    let at = 0;
    const isName = () => depth === 1 && !isValue && goesTo === 'rest';
    while (at < text.length) {
      if (isInString) {
        at = endOfString(text, at);
        if (text[at] === '\\') carried = text.slice(at);
        if (carried !== '' || at === text.length) break;
        isInString = false;
        if (isName()) {
          name += text.slice(nameStart, at);
          endName();
        } else if (goesTo === 'text') {
          await take(text.slice(start, at));
          if (half !== '') await fields.onText(half);
          half = '';
          start = at;
          goesTo = 'rest';
        }
        at += 1;
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === quote) {
        isInString = true;
        if (isName()) {
          name = '';
          nameStart = at + 1;
        } else if (depth === 1 && name === fields.text) {
          await take(text.slice(start, at + 1));
          start = at + 1;
          goesTo = 'text';
        }
      } else if (code === openObject || code === openList) {
        depth += 1;
        if (code === openList && depth === 2 && isValue && name === fields.list) {
          await take(text.slice(start, at + 1));
          start = at + 1;
          goesTo = 'item';
        }
      } else if (code === closeObject || code === closeList) {
        if (goesTo === 'item' && depth === 2) {
          await take(text.slice(start, at));
          if (items > 0 || item.trim() !== '') await endItem();
          start = at;
          goesTo = 'rest';
        }
        depth -= 1;
      } else if (code === comma) {
        if (goesTo === 'item' && depth === 2) {
          await take(text.slice(start, at));
          await endItem();
          start = at + 1;
        } else if (depth === 1) isValue = false;
      } else if (code === colon && depth === 1) isValue = true;
      at += 1;
    }
    if (isInString && isName()) name += text.slice(nameStart, at);
    await take(text.slice(start, at));
  }
  return rest;
}

/** The index of the closing quote, or of an escape that the text cuts off, or the text's length. */
function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) {
      const end = at + (text.charCodeAt(at + 1) === unicode ? 6 : 2);
      if (end > text.length) return at;
      at = end;
    } else at += 1;
  }
  return at;
}
