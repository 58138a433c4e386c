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

/** Last: its last line says how many tests passed. */
const tests = ['tests and fences', 'node', 'scripts/test.ts'] as const;

const steps: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['lint', 'eslint', '.'],
  ['types', 'tsc', '-p', '.'],
  ...(isPlatformInstalled() ? [rollout] : []),
  ['dead code', 'knip'],
  ['lines', 'node', 'scripts/lines.ts'],
  ...(level === 'deep' ? [stores, corpus] : []),
  ...(level === 'deep' && process.platform === 'linux' ? [benchmarks] : []),
  tests,
];

if (!isPlatformInstalled()) {
  console.log(`The rollout is neither type checked nor evaluated: run ${installCommand}`);
}

// In this order, up to the first failure.
for (const [name, command, ...args] of steps) {
  console.log(`\n== ${name}`);
  const code = await run(command, args, { LANTERN_TESTS: level });
  if (code !== 0) {
    // The tests print this line themselves.
    if (name !== tests[0]) console.log(`\n${name} failed\n${lastLine(code)}`);
    process.exit(code);
  }
}
