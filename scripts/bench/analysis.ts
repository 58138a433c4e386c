import type { Line } from './line.ts';
import { median } from './median.ts';
import { longestHealth, model, withAnalysis } from './with-analysis.ts';

const rounds = 15;

/** Time from POST to the result, with a model that answers at once. The bars are a third of the time
 * of the reference implementation on a comparable machine. */
export function lines(): Promise<Line[]> {
  return withAnalysis(async ({ url }) => {
    const few = failures(5, 5);
    const many = failures(1_000, 50);
    await analyze(url, few);
    const over = new AbortController();
    const health = longestHealth(url, over.signal);
    for (let round = 0; round < 3; round += 1) await analyze(url, many);
    over.abort();
    const longest = await health;
    return [
      { name: 'Analysis of 5 failures', value: await time(url, few), unit: 'ms', bar: 16 },
      {
        name: 'Analysis of 1,000 failures with 50 signatures',
        value: await time(url, many),
        unit: 'ms',
        bar: 125,
      },
      { name: 'Longest /health meanwhile', value: longest, unit: 'ms', bar: 20 },
    ];
  });
}

async function time(url: string, body: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await analyze(url, body);
    times.push(performance.now() - began);
  }
  return median(times);
}

async function analyze(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/analyze-failures`, { method: 'POST', headers, body });
  const { status } = (await reply.json()) as { status: string };
  if (status !== 'completed') throw new Error(`The analysis is ${status}`);
}

function failures(count: number, signatures: number): string {
  const all = Array.from({ length: count }, (_, at) => {
    // Numbers do not count in the signatures of groups.
    const kind = String.fromCharCode(97 + (at % signatures) / 26, 97 + ((at % signatures) % 26));
    return {
      test_name: `shop.checkout.Test${at}.pays`,
      error_message: `expected ${kind} but was another`,
      stack_trace: `at pay (src/${kind}.ts:2:3)\nat run (src/run.ts:9:1)\n`.repeat(8),
    };
  });
  return JSON.stringify({ ...model, failures: all });
}
