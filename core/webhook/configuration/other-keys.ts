const checks = 'Make it an entry of custom-check-runs: docs/webhook.md has the four usual ones.';
const protection = 'Set it up at the code host: what it requires there is read before each merge.';

/** Keys of similar receivers, with what takes their place here. */
const otherKeys: ReadonlyMap<string, string> = new Map([
  ...['tox', 'tox-python-version', 'pre-commit', 'python-module-install', 'pypi', 'container'].map(
    (key) => [key, checks] as const,
  ),
  ['protected-branches', protection],
  ['branch-protection', protection],
  ['mandatory', 'Of custom-check-runs the key is required; security-checks always count.'],
  ['github-app-id', 'The key is scm-app-id.'],
  ['github-tokens', 'The key is scm-tokens.'],
  ['verify-github-ips', 'The key is verify-scm-ips.'],
  ['verify-cloudflare-ips', 'The key is verify-cdn-ips.'],
  ['verified-job', 'The command `/verified` sets the label.'],
  ['cherry-pick-assign-to-pr-author', 'Cherry-picks are always assigned to the author.'],
  ['slack-webhook-url', 'Give the address of a chat to alerts: url.'],
]);

/** What to do instead. Empty: nothing is known of the key. */
export function insteadOf(key: string): string {
  const text = otherKeys.get(key);
  return text === undefined ? '' : ` ${text}`;
}
