import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faults } from './faults.ts';
import { mutate, root } from './mutate.ts';

// Builds each fault into a copy of the tree and runs the test file that has to notice it.
// --only takes numbers of faults or rooms, with commas.
const at = process.argv.indexOf('--only');
const only = at === -1 ? undefined : process.argv[at + 1]?.split(',');
const copy = mkdtempSync(join(tmpdir(), 'lantern-faults-'));
const green: string[] = [];
let count = 0;
try {
  const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).stdout;
  for (const file of listed.split('\0').filter(Boolean)) {
    cpSync(join(root, file), join(copy, file), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [index, fault] of faults.entries()) {
    const [room, text, , test] = fault;
    const number = String(index + 1);
    if (only && !only.includes(number) && !only.includes(room)) continue;
    const { file, mutant } = mutate(fault, copy);
    const sound = readFileSync(file);
    writeFileSync(file, mutant);
    const isRed = !passes(`test/${test}.test.ts`);
    writeFileSync(file, sound);
    count += 1;
    const line = `${number} ${room}: ${text}`;
    if (!isRed) green.push(`${line} (${test})`);
    console.log(`${isRed ? 'red  ' : 'GREEN'} ${line}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${count - green.length} of ${count} faults were noticed`);
if (green.length > 0) console.log(`Not noticed:\n${green.join('\n')}`);
process.exitCode = green.length > 0 ? 1 : 0;

function passes(test: string): boolean {
  const limits = ['--testTimeout=30000', '--hookTimeout=30000', '--bail=1'];
  // One home notices as much, and sooner.
  const env = { ...process.env, LANTERN_HOMES: 'quick' };
  const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', test, ...limits];
  const { status, stdout } = spawnSync(process.execPath, words, {
    cwd: copy,
    env,
    encoding: 'utf8',
  });
  if (/No test files found/.test(stdout)) throw new Error(`${test} is not there`);
  return status === 0;
}
