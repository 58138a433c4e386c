import { codeBlock } from '#core/text/code-span.ts';
import type { ReviewComment, Suggestion } from '../comments/read-comments.ts';
import type { Place } from './place.ts';

/** The body of a comment with what its tool would write. The host can apply a suggestion at the lines
 * that it replaces; any other one is shown as code. */
export function withSuggestions(
  { body, suggestions = [] }: ReviewComment,
  place: Place | undefined,
): string {
  return [body, ...suggestions.map((each) => blockOf(each, place))].join('\n\n');
}

function blockOf(suggestion: Suggestion, place: Place | undefined): string {
  const { startLine, endLine, startColumn, endColumn, text } = suggestion;
  const { lines = [], line } = place ?? {};
  if (line !== endLine || lines.length !== endLine - startLine + 1) {
    const where = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
    return `Suggested for ${where}:\n\n${codeBlock('', text)}`;
  }
  const before = bytes(lines[0]).subarray(0, (startColumn ?? 1) - 1);
  const after = endColumn === undefined ? '' : bytes(lines.at(-1)).subarray(endColumn - 1);
  const whole = `${before.toString()}${text}${after.toString()}`.replace(/\n$/, '');
  // An empty line in the block would be an empty line in the file.
  return codeBlock('suggestion', whole).replace(/^(`+suggestion)\n\n(?=`+$)/, '$1\n');
}

function bytes(text = ''): Buffer {
  return Buffer.from(text);
}
