import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLine, type Counts } from './program/last-line.ts';
import { run } from './program/run.ts';

// Runs the tests (arguments go to vitest) and prints a last line for programs.
const folder = await mkdtemp(join(tmpdir(), 'lantern-test-'));
const report = join(folder, 'report.json');
try {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // The thousands of processes of the tests load the same modules.
  const cache = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const code = await run('vitest', ['run', ...reporters, ...process.argv.slice(2)], cache);
  // A run that ends early leaves no report.
  const text = await readFile(report, 'utf8').catch(() => undefined);
  console.log(lastLine(code, text === undefined ? undefined : (JSON.parse(text) as Counts)));
  process.exitCode = code;
} finally {
  await rm(folder, { recursive: true, force: true });
}
