import { Failure } from '#core/platform/failure.ts';
import { splitUsedFiles } from '../../evidence/used-files.ts';

const preambleLines = 10;
const maxAnswerLength = 2_000_000;

/** The page in a model's answer, and the files that it says it used. */
export function readPage(answer: string): { markdown: string; paths: string[] } {
  if (answer.length > maxAnswerLength) throw unusable('The answer is too long for a page');
  const text = clean(answer);
  const { markdown, paths } = splitUsedFiles(stripPreamble(text));
  if (markdown.trim() === '') throw unusable('The answer holds no page');
  return { markdown: `${markdown.trimEnd()}\n`, paths };
}

/** "Here is the page:" and the like, before a heading among the first lines. */
export function stripPreamble(text: string): string {
  const lines = text.split('\n');
  let code: string | undefined;
  const at = lines.slice(0, preambleLines).findIndex((line) => {
    const [, marks, language = ''] = /^\s*(`{3,}|~{3,})\s*(\S*)/.exec(line) ?? [];
    // A block of Markdown, or of no language, may be around the whole page.
    if (code !== undefined && marks === code && language === '') code = undefined;
    else if (code === undefined && !/^(?:markdown|md)?$/.test(language)) code = marks;
    return code === undefined && /^#{1,6}(?:\s|$)/.test(line);
  });
  if (at <= 0) return text;
  const rest = lines.slice(at);
  // The whole page in a code block: its end goes with its beginning.
  const opening = lines.slice(0, at).findLast((line) => line.trim() !== '');
  const marks = /^(`{3,}|~{3,})\s*(?:markdown|md)?$/.exec(opening?.trim() ?? '')?.[1];
  if (marks !== undefined) {
    const last = rest.findLastIndex((line) => line.trim() !== '');
    const isOdd = rest.filter((line) => line.trimStart().startsWith(marks)).length % 2 === 1;
    if (isOdd && rest[last]?.trim() === marks) rest.splice(last);
  }
  return rest.join('\n');
}

/** Without what no text needs: control characters and halves of characters. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufeff\ue000\ue001]/g, '');
}

function unusable(message: string): Failure {
  return new Failure('upstream', 'unusable_answer', message);
}
