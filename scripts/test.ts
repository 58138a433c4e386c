import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numFailedTestSuites: number;
}

// Runs the tests (arguments go to vitest) and prints a last line for programs.
const folder = await mkdtemp(join(tmpdir(), 'lantern-test-'));
const report = join(folder, 'report.json');
try {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('vitest', ['run', ...reporters, ...process.argv.slice(2)]);
  const counts = JSON.parse(await readFile(report, 'utf8')) as Report;
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = counts;
  // A file that fails before its first test has no failed test, but it is a failure.
  const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
  console.log(`${numPassedTests} passed, ${failed} failed${skipped}`);
  process.exitCode = code;
} finally {
  await rm(folder, { recursive: true, force: true });
}
