import { stripVTControlCharacters } from 'node:util';
import { hiddenNote } from '../ci/hidden-note.ts';

const problem =
  /\b(?:(?<!\.)err|\w*errors?|\w*exception|fail(?:ed|ures?|ing)?|fatal|panic|traceback|abort(?:ed|ing)|killed|denied|refused|unreachable|timed? ?out|cannot|could not|unable to|not found|out of memory|no space left|exit code [1-9]\d*|segmentation fault|core dumped|sig(?:segv|abrt|kill|bus))\b/i;
/** The build server writes these at the end of every failed build. */
const closing =
  /^(?:Finished: \w+|Build step '[^']{1,200}' marked build as failure|\[Pipeline\] .*|(?:##\[error\])?Process completed with exit code \d+\.|ERROR: script returned exit code \d+)$/;
const around = 5;
const lastLines = 200;
/** In characters. */
const longest = { line: 1_000, half: 10_000 };

interface ConsoleExcerpt {
  /** Each line begins with its number in the console output. */
  readonly text: string;
  /** The first line that names a problem, else the last one. */
  readonly main: string;
  /** What is missing in it; undefined: nothing that names a problem. */
  readonly note: string | undefined;
}

/** Takes the lines of the console output of a build, one after the other, and keeps what a model
 * needs: those that name a problem with those around them, else the last 200. */
export function consoleReader() {
  const first: string[] = [];
  const last: string[] = [];
  const sizes = { first: 0, last: 0 };
  let recent: { readonly entry: string; readonly text: string; isShown: boolean }[] = [];
  let number = 0;
  let after = 0;
  let omitted = 0;
  let main = '';

  /** The first problem may be the cause, the last ones say how it ended: the middle is left out. */
  function show(line: (typeof recent)[number]): void {
    if (line.isShown) return;
    line.isShown = true;
    const size = line.entry.length + 1;
    if (last.length === 0 && sizes.first + size <= longest.half) {
      sizes.first += size;
      first.push(line.entry);
      return;
    }
    sizes.last += size;
    last.push(line.entry);
    while (sizes.last > longest.half) {
      sizes.last -= (last.shift() ?? '').length + 1;
      omitted += 1;
    }
  }

  return {
    line(printed: string): void {
      number += 1;
      const text = plain(printed).slice(0, longest.line);
      const line = { entry: `${number}: ${text}`, text, isShown: false };
      recent.push(line);
      if (recent.length > 2 * lastLines) recent = recent.slice(-lastLines);
      if (namesProblem(text)) {
        main ||= text.trim();
        for (const near of recent.slice(-around - 1)) show(near);
        after = around;
      } else if (after > 0) {
        after -= 1;
        show(line);
      }
    },

    end(): ConsoleExcerpt {
      if (main !== '') {
        const parts = omitted > 0 ? [...first, gap, ...last] : [...first, ...last];
        const note = `The console output has ${number.toLocaleString('en')} lines; ${omitted.toLocaleString('en')} that name a problem, or are near one, were left out.`;
        return { text: withoutEnd(parts), main, note: omitted > 0 ? note : undefined };
      }
      const texts = recent.map(({ text }) => text.trim()).filter((text) => text !== '');
      const lastText = texts.findLast((text) => !closing.test(text)) ?? texts.at(-1) ?? '';
      for (const line of recent.slice(-lastLines)) show(line);
      return { text: withoutEnd([...first, ...last]), main: lastText, note: undefined };
    },
  };
}

export function namesProblem(line: string): boolean {
  return problem.test(line) && !closing.test(line.trim());
}

const gap = '[…]';

/** Without empty lines at the end. */
function withoutEnd(entries: readonly string[]): string {
  return entries.slice(0, entries.findLastIndex((entry) => !/^\d+: $/.test(entry)) + 1).join('\n');
}

/** What a terminal shows in the end of what is written over a line. */
function plain(line: string): string {
  const text = line.replace(/\r$/, '');
  const visible = text.slice(text.lastIndexOf('\r') + 1);
  return visible.includes('\x1b')
    ? stripVTControlCharacters(visible.replaceAll(hiddenNote, ''))
    : visible;
}

/** The lines of an excerpt without their numbers, and the numbers; 0: a gap. */
export function excerptLines(excerpt: string) {
  return excerpt.split('\n').map((entry) => {
    const [, number = '0', text = entry] = /^(\d{1,10}): (.*)$/.exec(entry) ?? [];
    return { number: Number(number), text };
  });
}
