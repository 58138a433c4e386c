export interface Counts {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numFailedTestSuites: number;
}

/** The last line of a run, for programs. `code`: the exit status of the tests. */
export function lastLine(code: number, counts?: Counts): string {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = counts ?? {};
  // A file that fails before its first test, or an error between tests, has no failed test.
  const failed = numFailedTests || counts?.numFailedTestSuites || (code === 0 ? 0 : 1);
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
  return `${numPassedTests} passed, ${failed} failed${skipped}`;
}
