/** A text that the model was given. */
export interface Source {
  /** For readers: a model may have written it in another way. */
  readonly name: string;
  readonly text: string;
  /** The numbers of its lines, where they do not begin at 1. */
  readonly numbers?: readonly number[];
}

/** Finds a text by the name that a model wrote. Undefined: no such text was given. */
export type ReadSource = (name: string) => Promise<Source | undefined>;

export interface CheckedQuotes {
  /** Only quotes that are in their source, each with the number of its line there. */
  readonly evidence: string;
  readonly removed: number;
}

const shortestQuote = 3;
/** Looking up more would stall other requests; no reader misses them. */
const maxQuotes = 50;

/**
 * Looks up every line `<source>:<line>: <quote>` of an evidence text. A quote that is elsewhere in
 * its source gets the right line number; one that is not there is removed, and so is prose.
 */
export async function checkQuotes(evidence: string, read: ReadSource): Promise<CheckedQuotes> {
  // A line that was quoted twice, once with a wrong number, is one.
  const lines = new Set<string>();
  const sources = new Map<string, Prepared | undefined>();
  let removed = 0;
  let looked = 0;
  for (const line of evidence.split('\n')) {
    if (line.trim() === '') continue;
    const quote = looked++ < maxQuotes ? parseQuote(line) : undefined;
    if (quote && !sources.has(quote.source)) {
      sources.set(quote.source, prepare(await read(quote.source)));
    }
    const source = quote && sources.get(quote.source);
    const lineNumber = source && findLine(source, quote);
    if (lineNumber) lines.add(`${source.name}:${lineNumber}: ${quote.text}`);
    else removed += 1;
  }
  return { evidence: [...lines].join('\n'), removed };
}

interface Quote {
  readonly source: string;
  readonly line: number;
  readonly text: string;
}

function parseQuote(line: string): Quote | undefined {
  const [, source = '', number = '', text = ''] =
    /^(?:[-*] )?([^\n]{1,1024}?):(\d{1,9}): ?(.*)$/.exec(line.trimStart()) ?? [];
  const plain = unquoted(text.trim());
  return plain.length < shortestQuote
    ? undefined
    : { source: source.trim(), line: Number(number), text: plain };
}

/** Models put quotes into quotation marks or backticks, which the source does not have. */
function unquoted(text: string): string {
  const [, , inner] = /^(["'`])(.+)\1$/.exec(text) ?? [];
  return inner?.trim() ?? text;
}

interface Prepared {
  readonly name: string;
  readonly numbers: Source['numbers'];
  readonly lines: readonly string[];
  /** The lines as one text: searching it is much faster than line after line. */
  readonly whole: string;
}

function prepare(source: Source | undefined): Prepared | undefined {
  if (!source) return undefined;
  // The whole text at once: a call for each line would take ten times as long.
  const whole = source.text.replaceAll(/[^\S\n]+/g, ' ').replaceAll(/ ?\n ?/g, '\n');
  return { name: source.name, numbers: source.numbers, lines: whole.split('\n'), whole };
}

/** From 1; the line that the model named, else the first that has the text. */
function findLine({ lines, whole, numbers }: Prepared, { line, text }: Quote): number | undefined {
  const plain = collapsed(text);
  const index = numbers ? numbers.indexOf(line) : line - 1;
  if (lines[index]?.includes(plain)) return line;
  const at = whole.indexOf(plain);
  if (at === -1) return undefined;
  const first = whole.slice(0, at).split('\n').length;
  return numbers ? numbers[first - 1] : first;
}

/** A model does not keep indentation. */
function collapsed(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
