/** Zero width: no reader sees it, and code hosts end names and tags at it. */
const gap = '\u200B';

/** Marks of quotes and lists, the fence, and what follows it, which hosts do not show. */
const fenceLine = /^([ \t>*+\d.)-]*)(`{3,}|~{3,})(.*)$/;
const language = /^ ?[\w+#-]{1,20}$/;

/**
 * Markdown that mentions no one and hides nothing: names after `@`, tags, comments and definitions of
 * links are plain text. Fenced code that begins its line stays as it is. Repeated: the same text.
 */
export function calmText(markdown: string): string {
  const lines = markdown.split(/\r\n?|\n/);
  const calm: string[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    if (fence !== undefined) {
      calm.push(line);
      if (closes(line, fence)) fence = undefined;
      continue;
    }
    const opening = opens(line);
    // A fence inside a list or a quote ends where those end: no text of it counts as code then.
    if (opening && opening.before !== '') return lines.map(calmLine).join('\n');
    fence = opening?.fence;
    calm.push(calmLine(line));
  }
  return calm.join('\n');
}

function calmLine(line: string): string {
  const opening = opens(line);
  const shown = opening && !language.test(opening.info) ? opening.before + opening.fence : line;
  return shown
    .replaceAll(/@(?=[\p{L}\p{N}_])/gu, `@${gap}`)
    .replaceAll(/<(?=[a-z/!?])/gi, `<${gap}`)
    .replaceAll('[~', `[${gap}~`)
    .replaceAll(']:', `]${gap}:`);
}

function opens(line: string) {
  const [, before = '', fence, info = ''] = fenceLine.exec(line) ?? [];
  // What follows backticks has none; else it is code within a line.
  const isFence = fence !== undefined && !(fence.startsWith('`') && info.includes('`'));
  return isFence ? { before, fence, info } : undefined;
}

function closes(line: string, fence: string): boolean {
  const [, run = ''] = /^ {0,3}(`+|~+)[ \t]*$/.exec(line) ?? [];
  return run[0] === fence[0] && run.length >= fence.length;
}
