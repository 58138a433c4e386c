import { Failure } from '#core/platform/failure.ts';

/**
 * Splits a command from the environment into words, as a POSIX shell would: white space
 * separates, single quotes keep everything, double quotes keep all but `\"` and `\\`, a backslash
 * keeps the next character. Nothing is expanded, and no shell ever sees the result.
 */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < command.length; at++) {
    const character = command[at] as string;
    if (character === '\0') throw bad('holds a NUL character');
    if (quote === "'") {
      if (character === "'") quote = '';
      else word += character;
    } else if (character === '\\') {
      const next = command[++at];
      if (next === undefined) throw bad('ends with a backslash');
      const isLiteral = quote === '"' && next !== '"' && next !== '\\';
      word = (word ?? '') + (isLiteral ? character + next : next);
    } else if (quote === '"') {
      if (character === '"') quote = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote) throw bad(`has an unclosed ${quote}`);
  if (word !== undefined) words.push(word);
  return words;
}

function bad(problem: string) {
  return new Failure('configuration', 'bad_command', `The command ${problem}`);
}
