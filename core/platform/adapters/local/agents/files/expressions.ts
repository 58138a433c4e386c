import type { RE2JS } from 're2js';
import { lazy } from '../../../../lazy.ts';

const maxPatternLength = 1_000;
/** The sum of all `{n}`: each costs a copy of what it repeats. */
const maxRepetitions = 1_000;

// 260 kB, and only used when a model searches.
const engine = lazy(() => import('re2js'));

export type Test = (text: string) => boolean;

interface Options {
  readonly isLiteral?: boolean | undefined;
  readonly ignoresCase?: boolean | undefined;
}

/** The time of a test grows with the length of the text, and no faster (S15). */
export async function readPattern(pattern: string, options: Options = {}): Promise<Test> {
  assertLength(pattern);
  const { RE2JS: compiler } = await engine();
  const flags = options.ignoresCase ? compiler.CASE_INSENSITIVE : 0;
  return compile(compiler, options.isLiteral ? compiler.quote(pattern) : pattern, flags);
}

/** `*` is a part of a name, `**` of a path. A glob without a slash is for the name. */
export async function readGlob(glob: string): Promise<Test> {
  assertLength(glob);
  const { RE2JS: compiler } = await engine();
  const parts = glob.match(/\*\*\/|\*+|\?|\[!?[^\]/]+\]|[{},]|[^]/gu) ?? [];
  let open = 0;
  const expressions = parts.map((part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '*') return '[^/]*';
    if (part.startsWith('*')) return '.*';
    if (part === '?') return '[^/]';
    if (part === '{') return (open += 1) && '(?:';
    if (part === '}' && open > 0) return ((open -= 1), ')');
    if (part === ',' && open > 0) return '|';
    if (part.length < 3) return compiler.quote(part);
    return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
  });
  const start = glob.includes('/') ? '^' : '(?:^|/)';
  return compile(compiler, `${start}${expressions.join('').replace(/^\//, '')}$`, compiler.DOTALL);
}

function assertLength(pattern: string): void {
  if (pattern.length > maxPatternLength) throw tooLong();
}

function tooLong(): Error {
  return new Error('The pattern is too long: use a shorter one, or literal text');
}

function compile(compiler: typeof RE2JS, pattern: string, flags: number): Test {
  const counts = [...pattern.matchAll(/\{(\d{0,9}),?(\d{0,9})\}/g)];
  const repetitions = counts.reduce(
    (sum, [, least, most]) => sum + Math.max(Number(least), Number(most)),
    0,
  );
  if (repetitions > maxRepetitions) throw tooLong();
  const compiled = compiler.compile(pattern, flags);
  return (text) => compiled.matcher(text).find();
}
