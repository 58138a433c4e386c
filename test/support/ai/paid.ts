/** An answer with its price and tokens, as a provider's command line prints it. */
export function paid(text: string, cost: number): string {
  const usage = { input_tokens: 1_000, output_tokens: 100 };
  return JSON.stringify({
    ...{ type: 'result', is_error: false, result: text, usage },
    total_cost_usd: cost,
  });
}
