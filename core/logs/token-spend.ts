/** How many requests to the code host a delivery took, for people. */
export function tokenSpendText(spend: number | null): string {
  if (spend === null) return 'N/A (older webhook)';
  return `${spend} ${spend === 1 ? 'call' : 'calls'}`;
}
