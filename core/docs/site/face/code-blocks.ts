export interface CodeBlock {
  readonly language: string;
  /** Without the indentation of all, and without empty lines around. */
  readonly code: string;
  /** Number of the first line of code. */
  readonly line: number;
}

const fence = /^( {0,3})(`{3,}|~{3,})[ \t]*(?:\{[\w-]{1,20}\}[ \t]*)?([\w#+.-]*)/;
const directive = /^( *)\.\. (?:code-block|code|sourcecode)::[ \t]*([\w#+.-]+)[ \t]*$/;

/** Labelled code of Markdown, MyST and reStructuredText. */
export function codeBlocks(text: string, path: string): CodeBlock[] {
  const lines = text.split('\n');
  const blocks: CodeBlock[] = [];
  const isMarkdown = !/\.rst$/i.test(path);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const opened = isMarkdown ? fence.exec(line) : directive.exec(line);
    if (!opened) continue;
    const isEnd = isMarkdown
      ? (each: string) => each.trim().startsWith(opened[2] ?? '') && /^\s*[`~]+\s*$/.test(each)
      : (each: string) => each.trim() !== '' && !each.startsWith(`${opened[1]} `);
    let end = at + 1;
    while (end < lines.length && !isEnd(lines[end] ?? '')) end += 1;
    const language = (isMarkdown ? opened[3] : opened[2]) ?? '';
    const block = blockOf(lines, at + 1, end, language.toLowerCase());
    if (block && language !== '') blocks.push(block);
    at = isMarkdown ? end : end - 1;
  }
  return blocks;
}

/** Options of a directive such as `:linenos:` come before its code. */
function blockOf(lines: readonly string[], from: number, to: number, language: string) {
  let first = from;
  let last = to;
  while (first < to && /^\s*(?::[\w-]+:.*)?$/.test(lines[first] ?? '')) first += 1;
  while (last > first && (lines[last - 1] ?? '').trim() === '') last -= 1;
  const code = lines.slice(first, last);
  if (code.length === 0) return undefined;
  const indents = code.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = indents.reduce((least, each) => Math.min(least, each), Infinity);
  return { language, code: code.map((line) => line.slice(indent)).join('\n'), line: first + 1 };
}
