/** Outcomes of a test that are looked at, the newest first. */
export const flakyWindow = 10;
const leastChanges = 3;

export const flakyRule =
  `The outcome (not failed, or the class of the failure) changed at least ${leastChanges} times ` +
  `in the last ${flakyWindow} analyses.`;

/** How often neighbours differ. */
export function changesOf(outcomes: readonly string[]): number {
  const recent = outcomes.slice(0, flakyWindow);
  return recent.filter((outcome, at) => at > 0 && outcome !== recent[at - 1]).length;
}

export function isFlaky(outcomes: readonly string[]): boolean {
  return changesOf(outcomes) >= leastChanges;
}

/** The outcome of an analysis without a failure of the test. */
export const notFailed = 'not failed';
