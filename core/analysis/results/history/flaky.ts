/** Runs of a test that are looked at, the newest first. */
export const flakyWindow = 10;

export const flakyRule =
  `In its last ${flakyWindow} runs, it passed on a retry, failed and did not fail at one commit, ` +
  'or did not fail between two failures.';

/** What a run says of a test: several analyses of one build are one run. */
export interface Outcome {
  readonly at: string;
  /** The same for analyses of one run. */
  readonly run: string;
  readonly failed: boolean;
  readonly commit?: string | null | undefined;
  /** It failed first, and passed in the same run. */
  readonly passedOnRetry?: boolean;
}

/** The newest first, one for each run: one that failed once has failed. */
export function runsOf(outcomes: readonly Outcome[]): readonly Outcome[] {
  const runs = new Map<string, Outcome>();
  for (const outcome of outcomes.toSorted((a, b) => (a.at < b.at ? 1 : -1))) {
    const { run } = outcome;
    const other = runs.get(run);
    runs.set(run, {
      ...(other ?? outcome),
      failed: outcome.failed || other?.failed === true,
      passedOnRetry: outcome.passedOnRetry === true || other?.passedOnRetry === true,
    });
  }
  return [...runs.values()].slice(0, flakyWindow);
}

/** The signs that a test is flaky: passes on a retry, and changes of its outcome. */
export function changesOf(outcomes: readonly Outcome[]): number {
  const runs = runsOf(outcomes);
  const changes = runs.filter(({ failed }, at) => at > 0 && failed !== runs[at - 1]?.failed).length;
  return changes + runs.filter(({ passedOnRetry }) => passedOnRetry === true).length;
}

export function isFlaky(outcomes: readonly Outcome[]): boolean {
  const runs = runsOf(outcomes);
  if (runs.some(({ passedOnRetry }) => passedOnRetry === true)) return true;
  return hasPassBetween(runs) || hasBothAtOneCommit(runs);
}

function hasPassBetween(runs: readonly Outcome[]): boolean {
  const failures = runs.flatMap(({ failed }, at) => (failed ? [at] : []));
  return failures.length > 0 && (failures.at(-1) ?? 0) - (failures[0] ?? 0) >= failures.length;
}

function hasBothAtOneCommit(runs: readonly Outcome[]): boolean {
  const commits = (isFailed: boolean) =>
    runs.flatMap(({ failed, commit }) =>
      failed === isFailed && typeof commit === 'string' ? [commit] : [],
    );
  const failing = new Set(commits(true));
  return commits(false).some((commit) => failing.has(commit));
}
