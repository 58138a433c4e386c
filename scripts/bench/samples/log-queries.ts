import type { LogQuery, Logs } from '#core/platform/ports/logs.ts';
import { quantile, size, timed, type Line } from '../suite.ts';
import { hookOf, pullOf, repositoryOf, shaOf } from './logs.ts';

type Query = (delivery: number) => LogQuery['where'] & object;

const levels = ['ERROR', 'INFO', 'DEBUG', 'STEP'];
const frequent = 'by a word in every fourth entry';
const queries: Readonly<Record<string, Query>> = {
  'by delivery id': (at) => ({ hook_id: hookOf(at) }),
  'by pull request': (at) => ({ pr_number: pullOf(at) }),
  'by level': (at) => ({ level: levels[at % 4] ?? '' }),
  'by repository': (at) => ({ repository: repositoryOf(at) }),
  'by a rare text': (at) => ({ search: shaOf(at) }),
  [frequent]: (at) => ({ search: at % 2 ? 'webhook' : 'review' }),
};

/** The time of each kind of query over the sample. */
export async function queryLines(
  logs: Pick<Logs, 'search'>,
  {
    what,
    entries,
    bars,
  }: { what: string; entries: number; bars: Readonly<Record<string, number>> },
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, queryOf] of Object.entries(queries)) {
    const count = size(name === frequent ? 10 : 100, 2);
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) {
      const where = queryOf(Math.floor(((entries / 10) * (n + 0.5)) / count));
      times.push(await timed(() => logs.search({ where }, { limit: 100 })));
    }
    const title = `${what}, ${entries / 1e6} million: 95 % of queries ${name}`;
    lines.push({ name: title, value: quantile(times, 0.95), unit: 'ms', bar: bars[name] ?? 100 });
  }
  return lines;
}
