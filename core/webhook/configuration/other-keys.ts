const checks =
  'The receiver runs no checks itself: run them in a workflow of the code host, and name them in default-status-checks.';
const protection = 'Set it up at the code host: what it requires there is read before each merge.';

/** Keys of similar receivers, with what takes their place here. */
const otherKeys: ReadonlyMap<string, string> = new Map([
  ...['tox', 'tox-python-version', 'pre-commit', 'python-module-install', 'pypi', 'container'].map(
    (key) => [key, checks] as const,
  ),
  ['custom-check-runs', checks],
  ['security-checks', checks],
  ['protected-branches', protection],
  ['branch-protection', protection],
  ['verified-job', 'The command `/verified` sets the label.'],
  ['cherry-pick-assign-to-pr-author', 'Cherry-picks are always assigned to the author.'],
  ['slack-webhook-url', 'Give the address of a chat to alerts: url.'],
]);

/** What to do instead. Empty: nothing is known of the key. */
export function insteadOf(key: string): string {
  const text = otherKeys.get(key);
  return text === undefined ? '' : ` ${text}`;
}
