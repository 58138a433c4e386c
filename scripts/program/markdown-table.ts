/** As prettier writes it. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]) {
  const width = [head, ...rows].reduce<number[]>(
    (widths, row) => row.map((cell, at) => Math.max(widths[at] ?? 3, cell.length)),
    [],
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(width[at] ?? 0)).join(' | ')} |`;
  const rule = `| ${width.map((size) => '-'.repeat(size)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

const end = '<!-- end -->';

/** The text of a page between the marks of that name; undefined when it has none. */
export function partIn(page: string, name: string): string | undefined {
  return cut(page, name)?.part.trim();
}

/** The page with another text between these marks. */
export function withPart(page: string, name: string, text: string): string {
  const parts = cut(page, name);
  if (!parts) throw new Error(`The page has no ${begin(name)} and ${end}`);
  return `${parts.before}\n\n${text}\n\n${parts.after}`;
}

function begin(name: string): string {
  return `<!-- ${name} -->`;
}

function cut(page: string, name: string) {
  const from = page.indexOf(begin(name));
  const start = from + begin(name).length;
  const to = page.indexOf(end, start);
  if (from === -1 || to === -1) return undefined;
  return { before: page.slice(0, start), part: page.slice(start, to), after: page.slice(to) };
}
