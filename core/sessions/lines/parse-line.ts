export type Entry = Readonly<Record<string, unknown>>;

/** JSON.parse() takes about 60 bytes for each level. Shorter lines cannot do harm. */
const harmlessBytes = 1024 * 1024;
const deepest = 1_000;

/** Undefined: the line is malformed. */
export function parseLine(bytes: Buffer): Entry | undefined {
  if (bytes.length > harmlessBytes && isDeep(bytes)) return undefined;
  try {
    const value = JSON.parse(bytes.toString('utf8')) as unknown;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x22) {
      at = endOfString(bytes, at);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}

/** The place of the closing quote. */
function endOfString(bytes: Buffer, start: number): number {
  for (let quote = bytes.indexOf(0x22, start + 1); quote !== -1;) {
    let before = quote;
    while (bytes[before - 1] === 0x5c) before -= 1;
    if ((quote - before) % 2 === 0) return quote;
    quote = bytes.indexOf(0x22, quote + 1);
  }
  return bytes.length;
}

/** Whether a line seems to be a tool's call or result without a word of text. Only parsing tells: a
 * summary records whether it holds for a whole file. Looking for `"type":"text"` takes six times as
 * long. */
export function isToolLine(line: { includes(text: string): boolean }): boolean {
  return line.includes(':"tool_') && !line.includes(':"text"');
}
