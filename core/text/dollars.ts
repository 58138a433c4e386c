/** An amount of US dollars for people. */
export function dollars(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 1 ? 3 : 2)}`;
}
