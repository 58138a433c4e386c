const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const space = 0x20;

const mostDepth = 100;
const longestCase = 8_000_000;
const longestName = 10;

/**
 * The objects of all lists named `cases`, at any depth of a JSON text, while it arrives: a report of
 * a large build has many megabytes of tests that passed. SyntaxError: the text is no JSON, or has
 * ended too early.
 */
export async function* casesIn(portions: AsyncIterable<string>): AsyncGenerator<unknown> {
  /** Of each open object and list: whether it is a list named `cases`. */
  const open: boolean[] = [];
  let isInString = false;
  let isEscaped = false;
  /** The latest string, for its first characters. */
  let name = '';
  let isName = false;
  /** The beginning of the case that is being read. */
  let item = '';
  let itemDepth = 0;
  let hasBegun = false;

  for await (const text of portions) {
    let itemStart = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (code === backslash) isEscaped = true;
        else if (code === quote) isInString = false;
        if (isInString && itemDepth === 0 && name.length < longestName) name += text[at];
      } else if (code === quote) {
        isInString = true;
        name = '';
        isName = false;
      } else if (code === colon) isName = true;
      else if (code === openObject || code === openList) {
        const isItem = code === openObject && itemDepth === 0 && open.at(-1) === true;
        open.push(code === openList && isName && name === 'cases');
        if (open.length > mostDepth) throw new SyntaxError('it is nested too deep');
        if (isItem) {
          itemDepth = open.length;
          itemStart = at;
        }
        hasBegun = true;
        isName = false;
      } else if (code === closeObject || code === closeList) {
        if (itemDepth !== 0 && open.length === itemDepth) {
          const json = item + text.slice(itemStart, at + 1);
          item = '';
          itemDepth = 0;
          yield JSON.parse(json) as unknown;
        }
        if (open.pop() === undefined) throw new SyntaxError('it is no JSON');
        isName = false;
      } else if (code === comma) isName = false;
      else if (!hasBegun && code > space) throw new SyntaxError('it is no JSON');
    }
    if (itemDepth !== 0) item += text.slice(itemStart);
    if (item.length > longestCase) throw new SyntaxError('a test case is too long');
  }
  if (!hasBegun || open.length > 0) throw new SyntaxError('it has ended too early');
}
