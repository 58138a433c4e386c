import { installCommand, isPlatformInstalled } from './rollout/evaluate.ts';
import { lastLine } from './program/last-line.ts';
import { run } from './program/run.ts';

const stores = ['real stores', 'node', 'scripts/check-stores.ts'] as const;
// Their ratios are of one run; what misses its bar is measured again (scripts/bench/machine.ts).
const benchmarks = ['benchmarks, short', 'node', 'scripts/bench/run.ts', '--short'] as const;
// Facts about well-known packages; what the registries refuse is skipped.
const corpus = ['corpus', 'node', 'scripts/corpus.ts'] as const;
const rollout = ['types of the rollout', 'tsc', '-p', 'infra'] as const;

// `deep`: with the crash matrix, the image, the corpora and the benchmarks.
const level = process.argv[2] ?? 'complete';

type Step = readonly [name: string, command: string, ...args: string[]];

/** It takes as long as all other checks of the code, so it runs beside them. */
const lint: readonly Step[] = [['lint', 'eslint', '.']];
const others: readonly Step[] = [
  ['format', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['types', 'tsc', '-p', '.'],
  ...(isPlatformInstalled() ? [rollout] : []),
  ['dead code', 'knip'],
  ['lines', 'node', 'scripts/lines.ts'],
];
/** The tests are last: their last line says how many have passed. */
const slow: readonly Step[] = [
  ...(level === 'deep' ? [stores, corpus] : []),
  ...(level === 'deep' && process.platform === 'linux' ? [benchmarks] : []),
  ['tests and fences', 'node', 'scripts/test.ts'],
];

if (!isPlatformInstalled()) {
  console.log(`The rollout is neither type checked nor evaluated: run ${installCommand}`);
}

endAtFailure(await Promise.all([inTurn(lint), inTurn(others)]));
endAtFailure([await inTurn(slow)]);

interface Failed {
  readonly name: string;
  readonly code: number;
}

/** The first step that fails; none follows it. */
async function inTurn(steps: readonly Step[]): Promise<Failed | undefined> {
  for (const [name, command, ...args] of steps) {
    console.log(`\n== ${name}`);
    const code = await run(command, args, { LANTERN_TESTS: level });
    if (code !== 0) return { name, code };
  }
  return undefined;
}

function endAtFailure(all: readonly (Failed | undefined)[]): void {
  const [first] = all.filter((failed) => failed !== undefined);
  if (!first) return;
  // The tests print this line themselves.
  if (first.name !== slow.at(-1)?.[0])
    console.log(`\n${first.name} failed\n${lastLine(first.code)}`);
  process.exit(first.code);
}
