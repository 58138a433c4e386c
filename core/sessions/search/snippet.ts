const context = 50;

/** The match with 50 code points before and after; `...` marks a cut. */
export function snippetOf(text: string, start: number, length: number): string {
  const before = [...text.slice(Math.max(0, start - 2 * context - 1), start)].slice(-context);
  const end = start + length;
  const after = [...text.slice(end, end + 2 * context + 1)].slice(0, context);
  const head = before.join('');
  const tail = after.join('');
  const isCut = { before: head.length < start, after: end + tail.length < text.length };
  const match = text.slice(start, end);
  return `${isCut.before ? '...' : ''}${head}${match}${tail}${isCut.after ? '...' : ''}`;
}
