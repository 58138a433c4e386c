import type { RE2JS } from 're2js';
import { lazy } from '#core/platform/lazy.ts';
import { badRules, merged, type Metadata, type Rule } from './metadata.ts';

export interface Match {
  readonly metadata: Metadata;
  /** Positions of the rules that match, from 1. */
  readonly rules: readonly number[];
}

/** `end`, of performance.now(): after it the rules are refused. */
export type MatchName = (name: string, end?: number) => Match;

/** Longer names are cut. */
const maxNameLength = 500;

/** Steps of a program that is made of a pattern: `{1000}` repeats them, and each takes memory, and time
 * for each character of a name. */
const maxSteps = 5_000;
const maxStepsOfAll = 20_000;
/** The steps of a pattern that is not compiled yet: a guess that is never too small. */
const maxStepsToCompile = 200_000;
/** The engine refuses a larger count, also of repeats in repeats. */
const maxRepeats = 1_000;

// 260 kB, and only used where there are rules.
const engine = lazy(() => import('re2js'));

/** The time of a match grows with the lengths of pattern and name, and no faster (S15). A pattern that
 * cannot be read is Failure('unprocessable', 'bad_rules'). */
export async function compileRules(rules: readonly Rule[]): Promise<MatchName> {
  if (rules.length === 0) return () => ({ metadata: merged([]), rules: [] });
  const { RE2JS: compiler } = await engine();
  let steps = 0;
  const compiled = rules.map((rule, at) => {
    const pattern = compile(compiler, rule, at);
    steps += pattern.programSize();
    if (steps > maxStepsOfAll) throw badRules('The rules are too large: repeat less with {…}');
    return { rule, pattern };
  });
  return (name, end = Number.POSITIVE_INFINITY) => {
    const matches = compiled.flatMap(({ rule, pattern }, at) => {
      if (performance.now() > end) {
        throw badRules('The rules take longer than 2 seconds. Use fewer or simpler patterns.');
      }
      const matcher = pattern.matcher(name.slice(0, maxNameLength));
      return matcher.find() ? [{ at, metadata: metadataOf(rule, pattern, matcher) }] : [];
    });
    return {
      metadata: merged(matches.map(({ metadata }) => metadata)),
      rules: matches.map(({ at }) => at + 1),
    };
  };
}

function compile(compiler: typeof RE2JS, { pattern }: Rule, at: number): RE2JS {
  const isExpression = pattern.includes('(?<');
  const tooLarge = badRules(`Rule ${at + 1}: pattern is too large: repeat less with {…}`);
  if (isExpression && stepsAtMost(pattern) > maxStepsToCompile) throw tooLarge;
  let program: RE2JS;
  try {
    program = compiler.compile(isExpression ? pattern : globToExpression(compiler, pattern));
  } catch (error) {
    const problem = (error as Error).message.replace(/^error parsing regexp: /, '');
    throw badRules(`Rule ${at + 1}: pattern cannot be read: ${problem}`);
  }
  if (program.programSize() > maxSteps) throw tooLarge;
  return program;
}

/** As if each count repeated the whole pattern. */
function stepsAtMost(pattern: string): number {
  const counts = [...pattern.matchAll(/[{,](\d+)/g)].map(([, digits]) => Number(digits));
  const repeats = counts.reduce((product, count) => product * Math.max(count, 1), 1);
  return pattern.length * Math.min(repeats, maxRepeats);
}

/** `*`: any characters, `?`: one, `[ab]` and `[!ab]`: one of them, or none. */
function globToExpression(compiler: typeof RE2JS, glob: string): string {
  const parts = glob.match(/\*+|\?|\[!?[^\]]+\]|[^]/gu) ?? [];
  const expressions = parts.map((part) => {
    if (part.startsWith('*')) return '.*';
    if (part === '?') return '.';
    if (part.length < 3) return compiler.quote(part);
    return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
  });
  return `(?s)^${expressions.join('')}$`;
}

/** A rule's own values, else its named groups. */
function metadataOf(rule: Rule, pattern: RE2JS, matcher: ReturnType<RE2JS['matcher']>): Metadata {
  const groups = pattern.namedGroups();
  const value = (name: 'team' | 'tier' | 'version') =>
    rule[name] || (name in groups && matcher.group(name)) || null;
  return {
    team: value('team'),
    tier: value('tier'),
    version: value('version'),
    labels: rule.labels ?? [],
  };
}
