// Finds JSON in a text with other things around it, such as a model's answer.

/** The first object; undefined: there is none. A list is not an object, but an object inside a list
 * is found. */
export function extractJson(text: string): Record<string, unknown> | undefined {
  return jsonObjects(text).next().value;
}

/** All objects of a text in their order, without those inside of other ones. */
export function* jsonObjects(text: string): Generator<Record<string, unknown>, undefined> {
  const whole = text.trimStart().startsWith('{') ? parseObject(text) : undefined;
  if (whole) {
    yield whole;
    return;
  }
  // Also finds objects in fenced blocks: each one begins with a brace.
  const ends = new Map<number, number>();
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at)) {
    const start = at++;
    // A model may print a million braces.
    const next = text[skipSpace(text, at)];
    if (next !== '"' && next !== '}') continue;
    const end = ends.get(start) ?? scan(text, start, ends);
    const object = end === failed ? undefined : parseObject(text.slice(start, end));
    if (!object) continue;
    yield object;
    at = end;
  }
}

/** The first list whose bracket begins a line. Undefined: there is none. */
export function extractJsonList(text: string): unknown[] | undefined {
  const ends = new Map<number, number>();
  for (const { index } of text.matchAll(/^\[/gm)) {
    const end = ends.get(index) ?? scan(text, index, ends);
    const list = end === failed ? undefined : parseList(text.slice(index, end));
    if (list) return list;
  }
  return undefined;
}

const failed = -1;

/**
 * Follows the JSON grammar from the brace or bracket at `start`. Returns the end of the object or
 * list, or `failed` at the first character that cannot be JSON. Stores the result for each one
 * inside in `ends`, which keeps the whole search linear: of two scans at one character, either both
 * are in the same state, and the result is in `ends` already, or one of them is inside a string.
 */
function scan(text: string, start: number, ends: Map<number, number>): number {
  /** Indexes of open braces and, as their complement (`~index`), of open brackets. */
  const open: number[] = [];
  let at = start;
  let expected: 'value' | 'key' | 'first-key' | 'first-value' | 'after' = 'value';
  const fail = () => {
    for (const each of open) ends.set(each >= 0 ? each : ~each, failed);
    return failed;
  };
  for (;;) {
    at = skipSpace(text, at);
    const character = text[at];
    if (character === undefined) return fail();
    if (expected === 'after') {
      const inObject = (open.at(-1) as number) >= 0;
      if (character === ',') {
        expected = inObject ? 'key' : 'value';
        at++;
      } else if (character === (inObject ? '}' : ']')) {
        at++;
        close();
        if (open.length === 0) return at;
      } else return fail();
    } else if (expected === 'key' || expected === 'first-key') {
      if (character === '}' && expected === 'first-key') {
        at++;
        close();
        if (open.length === 0) return at;
        continue;
      }
      const end = character === '"' ? stringEnd(text, at) : failed;
      if (end === failed) return fail();
      at = skipSpace(text, end);
      if (text[at] !== ':') return fail();
      at++;
      expected = 'value';
    } else if (character === '{') {
      open.push(at++);
      expected = 'first-key';
    } else if (character === '[') {
      open.push(~at++);
      expected = 'first-value';
    } else if (character === ']' && expected === 'first-value') {
      at++;
      close();
      if (open.length === 0) return at;
    } else {
      const end = character === '"' ? stringEnd(text, at) : scalarEnd(text, at);
      if (end === failed) return fail();
      at = end;
      expected = 'after';
    }
  }

  function close() {
    const opened = open.pop() as number;
    ends.set(opened >= 0 ? opened : ~opened, at);
    expected = 'after';
  }
}

function skipSpace(text: string, at: number): number {
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++;
  return at;
}

function stringEnd(text: string, at: number): number {
  for (let each = at + 1; each < text.length; each++) {
    const code = text.charCodeAt(each);
    if (code === 0x22) return each + 1;
    if (code < 0x20) return failed;
    if (code === 0x5c) {
      const next = text[++each];
      if (next === 'u') {
        if (!/^[0-9a-fA-F]{4}$/.test(text.slice(each + 1, each + 5))) return failed;
        each += 4;
      } else if (next === undefined || !'"\\/bfnrt'.includes(next)) return failed;
    }
  }
  return failed;
}

const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function scalarEnd(text: string, at: number): number {
  scalar.lastIndex = at;
  return scalar.test(text) ? scalar.lastIndex : failed;
}

function parseList(text: string): unknown[] | undefined {
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return undefined;
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
