import { stripVTControlCharacters } from 'node:util';
import { hiddenNote } from '../ci/jenkins.ts';

const problem =
  /\b(?:err(?:or)?s?|\w*exception|fail(?:ed|ures?|ing)?|fatal|panic|traceback|abort(?:ed|ing)|killed|denied|refused|unreachable|timed? ?out|cannot|could not|unable to|not found|out of memory|no space left|exit code [1-9]\d*)\b/i;
const around = 5;
const lastLines = 200;
/** In characters. */
const longest = { line: 1_000, excerpt: 20_000 };

/** What a model needs of the console output of a build: the lines that name a problem with those
 * around them, else the last 200. */
export function consoleExcerpt(output: string): string {
  const plain = stripVTControlCharacters(output.replaceAll(hiddenNote, ''));
  const lines = plain.trimEnd().split(/\r\n|[\n\r]/);
  const shown = new Set<number>();
  for (const [at, line] of lines.entries()) {
    if (!problem.test(line.slice(0, longest.line))) continue;
    for (let near = at - around; near <= at + around; near += 1) shown.add(near);
  }
  const selection =
    shown.size === 0 ? lines.slice(-lastLines) : lines.filter((_, at) => shown.has(at));
  return shortened(selection.map((line) => line.slice(0, longest.line)));
}

/** The first line that names a problem, else the last one. */
export function mainLine(excerpt: string): string {
  const lines = excerpt.split('\n').map((line) => line.trim());
  return lines.find((line) => problem.test(line)) ?? lines.findLast((line) => line !== '') ?? '';
}

/** The first problem may be the cause, the last ones say how it ended: the middle is left out. */
function shortened(lines: readonly string[]): string {
  const text = lines.join('\n');
  if (text.length <= longest.excerpt) return text;
  const half = longest.excerpt / 2;
  const first = text.slice(0, text.lastIndexOf('\n', half));
  const last = text.slice(text.indexOf('\n', text.length - half) + 1);
  return `${first}\n[…]\n${last}`;
}
