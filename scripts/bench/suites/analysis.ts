import { analyze, failures, withAnalysis } from '../fast-analysis.ts';
import { healthLine, longestHealth, median, size, suite, timesOf } from '../suite.ts';

const rounds = size(15, 1);

// From POST to the result, with a model that answers at once. The bars are a third of the time of the
// reference implementation on a comparable machine.
await suite((folder) =>
  withAnalysis(folder, async (url) => {
    const few = failures(5, 5);
    const many = failures(1_000, 50);
    const time = async (body: string) => median(await timesOf(rounds, () => analyze(url, body)));
    await analyze(url, few);
    const longest = await longestHealth(url, () => analyze(url, many));
    const thousand = 'Analysis of 1,000 failures with 50 signatures';
    return [
      { name: 'Analysis of 5 failures', value: await time(few), unit: 'ms', bar: 16 },
      { name: thousand, value: await time(many), unit: 'ms', bar: 125 },
      healthLine(longest),
    ];
  }),
);
