// Finds JSON in a text with other things around it, such as a model's answer.

/** All objects of a text in their order: also those inside a list, but not those inside of others. */
export function* jsonObjects(text: string): Generator<Record<string, unknown>, undefined> {
  const whole = text.trimStart().startsWith('{') ? jsonValue(text) : undefined;
  if (whole !== undefined) {
    yield whole as Record<string, unknown>;
    return;
  }
  const valueAt = reader(text);
  // Also finds objects in fenced blocks: each one begins with a brace.
  const start = /\{\s*["}]/g;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const object = valueAt(match.index);
    start.lastIndex = object ? object.end : match.index + 1;
    if (object) yield object.value as Record<string, unknown>;
  }
}

/** All lists whose bracket begins a line, in their order, without those inside of other ones. */
export function* jsonLists(text: string): Generator<unknown[], undefined> {
  const valueAt = reader(text);
  let end = 0;
  for (const { index } of text.matchAll(/^\[/gm)) {
    const list = index < end ? undefined : valueAt(index);
    end = list?.end ?? end;
    if (list) yield list.value as unknown[];
  }
}

/** How often the length of the text is read in all: a model may print a million braces without an
 * end, each of which would be followed to the end of the text. */
const maxReadings = 16;

/** Gives the object or list that begins at an index, and its end. */
function reader(text: string) {
  let budget = maxReadings * text.length;
  return (start: number) => {
    if (budget <= 0) return undefined;
    const end = endOf(text, start);
    budget -= end - start;
    const value = jsonValue(text.slice(start, end));
    return value === undefined ? undefined : { value, end };
  };
}

/** Where as many braces and brackets are closed as were opened, or where the text cannot be JSON. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code < 0x20) return at;
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** Undefined: the text is no JSON. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
