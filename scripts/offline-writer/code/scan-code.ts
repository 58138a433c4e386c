/** The offset of the first character at depth 0 for which `stop` returns true, or the end of the
 * text. Skips brackets, strings and comments of JavaScript, TypeScript and Go. */
export function scanCode(
  text: string,
  from: number,
  stop: (character: string, at: number) => boolean,
  limit = 4_000,
): number {
  const end = Math.min(text.length, from + limit);
  let depth = 0;
  for (let at = from; at < end; at++) {
    const character = text[at] as string;
    if (depth === 0 && stop(character, at)) return at;
    if (character === '/' && text[at + 1] === '/') at = lineEnd(text, at) - 1;
    else if (character === '/' && text[at + 1] === '*') {
      const close = text.indexOf('*/', at + 2);
      at = close === -1 ? end : close + 1;
    } else if (character === '"' || character === "'" || character === '`') {
      at = stringEnd(text, at, end);
    } else if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) {
      if (depth === 0) return at;
      depth--;
    }
  }
  return end;
}

/** The offset after the bracket that closes the one at `from`. */
export function bracketEnd(text: string, from: number, limit?: number): number {
  const close = scanCode(text, from + 1, () => false, limit);
  return Math.min(text.length, close + 1);
}

function stringEnd(text: string, from: number, end: number): number {
  const quote = text[from];
  for (let at = from + 1; at < end; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
    else if (text[at] === '\n' && quote !== '`') return at;
  }
  return end;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** Offsets of line starts, to find the line (from 1) of an offset. */
export function lineFinder(text: string): (at: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** Removes the common indentation, and cuts long code. */
export function tidy(code: string, maxLines = 24): string {
  const lines = code.trim().split('\n');
  const shown = lines.slice(0, maxLines);
  if (lines.length > maxLines) shown.push('  …');
  const margins = shown.slice(1).flatMap((line) => (line.trim() ? [line.search(/\S/)] : []));
  const margin = margins.length > 0 ? Math.min(...margins) : 0;
  const [first = '', ...rest] = shown;
  const inner = margin > 0 && /[\])}]/.test(rest.at(-1)?.trim()[0] ?? '') ? margin : 0;
  return [first, ...rest.map((line) => line.slice(inner))].join('\n');
}
