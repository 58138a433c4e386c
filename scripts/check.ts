import { installCommand, isPlatformInstalled } from './rollout/evaluate.ts';
import { lastLine } from './last-line.ts';
import { run } from './run.ts';

const rollout = ['types of the rollout', 'tsc', '-p', 'infra'] as const;

/** Last: its last line says how many tests passed. */
const tests = ['tests and fences', 'node', 'scripts/test.ts'] as const;

const steps: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['lint', 'eslint', '.'],
  ['types', 'tsc', '-p', '.'],
  ...(isPlatformInstalled() ? [rollout] : []),
  ['dead code', 'knip'],
  ['DynamoDB Local', 'node', 'scripts/check-dynamodb-local.ts'],
  tests,
];

if (!isPlatformInstalled()) {
  console.log(`The rollout is neither type checked nor evaluated: run ${installCommand}`);
}

// Runs everything that CI runs, in this order, up to the first failure.
for (const [name, command, ...args] of steps) {
  console.log(`\n== ${name}`);
  const code = await run(command, args, { LANTERN_TEST_DEEP: '1' });
  if (code !== 0) {
    // The tests print this line themselves.
    if (name !== tests[0]) console.log(`\n${name} failed\n${lastLine(code)}`);
    process.exit(code);
  }
}
