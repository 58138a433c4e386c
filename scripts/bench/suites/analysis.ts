import { model, withAnalysis } from '../fast-analysis.ts';
import { healthLine, longestHealth, median, size, suite, timesOf } from '../suite.ts';

const rounds = size(15, 1);

// From POST to the result, with a model that answers at once. The bars are a third of the time of the
// reference implementation on a comparable machine.
await suite((folder) =>
  withAnalysis(folder, async (url) => {
    const few = failures(5, 5);
    const many = failures(1_000, 50);
    const analyze = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(`${url}/analyze-failures`, { method: 'POST', headers, body });
      const { status } = (await reply.json()) as { status: string };
      if (status !== 'completed') throw new Error(`The analysis is ${status}`);
    };
    const time = async (body: string) => median(await timesOf(rounds, () => analyze(body)));
    await analyze(few);
    const longest = await longestHealth(url, () => analyze(many));
    const thousand = 'Analysis of 1,000 failures with 50 signatures';
    return [
      { name: 'Analysis of 5 failures', value: await time(few), unit: 'ms', bar: 16 },
      { name: thousand, value: await time(many), unit: 'ms', bar: 125 },
      healthLine(longest),
    ];
  }),
);

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
