import { run } from './run.ts';

const steps: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['lint', 'eslint', '.'],
  ['types', 'tsc', '-p', '.'],
  ['dead code', 'knip'],
  ['tests and fences', 'node', 'scripts/test.ts'],
];

// What CI runs: all of it, in this order, up to the first failure.
for (const [name, command, ...args] of steps) {
  console.log(`\n== ${name}`);
  const code = await run(command, args);
  if (code !== 0) {
    console.error(`\n${name} failed`);
    process.exit(code);
  }
}
