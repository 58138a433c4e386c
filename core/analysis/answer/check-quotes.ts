/** Text that the model was given, by the name under which it was given. Undefined: no such text. */
export type ReadSource = (name: string) => Promise<string | undefined>;

export interface CheckedQuotes {
  /** Only quotes that are in their source, each with the number of its line there. */
  readonly evidence: string;
  readonly removed: number;
}

const shortestQuote = 3;

/**
 * Looks up every line `<source>:<line>: <quote>` of an evidence text. A quote that is elsewhere in
 * its source gets the right line number; one that is not there is removed, and so is prose.
 */
export async function checkQuotes(evidence: string, read: ReadSource): Promise<CheckedQuotes> {
  const kept: string[] = [];
  let removed = 0;
  for (const line of evidence.split('\n')) {
    if (line.trim() === '') continue;
    const quote = parseQuote(line);
    const found = quote && findLine(await read(quote.source), quote);
    if (quote && found) kept.push(`${quote.source}:${found}: ${quote.text}`);
    else removed += 1;
  }
  return { evidence: kept.join('\n'), removed };
}

interface Quote {
  readonly source: string;
  readonly line: number;
  readonly text: string;
}

function parseQuote(line: string): Quote | undefined {
  const [, source = '', number = '', text = ''] =
    /^\s*(?:[-*] )?([^\n]{1,1024}?):(\d{1,9}): ?(.*)$/.exec(line) ?? [];
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

/** From 1; the line that the model named, else the first that has the text. */
function findLine(source: string | undefined, { line, text }: Quote): number | undefined {
  if (source === undefined) return undefined;
  const lines = source.split('\n');
  const wanted = collapsed(text);
  const has = (candidate: string | undefined) => collapsed(candidate ?? '').includes(wanted);
  if (has(lines[line - 1])) return line;
  const at = lines.findIndex(has);
  return at === -1 ? undefined : at + 1;
}

/** A model does not keep indentation. */
function collapsed(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
