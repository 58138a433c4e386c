import fc from 'fast-check';
import type { LogPage, LogQuery, LogRecord, Logs, PlacedEntry } from '#core/platform/ports/logs.ts';
import { entry } from './log-records.ts';

type Page = Parameters<Logs['search']>[1];

const values = {
  hook_id: ['h1', 'H1', "h'2"],
  pr_number: [1, 2, 12],
  repository: ['o/one', 'one', 'x/o/one', 'ö/é', 'é', 'o%'],
  event_type: ['push', 'pull_request'],
  scm_user: ['ada', 'Ada', ''],
  level: ['INFO', 'ERROR', 'COMPLETED'],
};
const loggers = ['webhook', 'viewer', 'other'];
const times = [0, 1, 60_000, 60_001, 86_400_000, 172_799_999].map((milliseconds) =>
  new Date(Date.UTC(2026, 1, 27) + milliseconds).toISOString(),
);
const letters = [...'aBkzß%_"\'\\/ \n\t\0\u0001', 'İ', 'i̇', 'Σ', 'σ', 'ς', 'K', '🌍', '日', 'ﬁ'];

const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...letters), { maxLength }).map((parts) => parts.join(''));
const some = <Value>(of: readonly Value[]) => fc.constantFrom(...of);
const pool = Object.fromEntries(
  Object.entries(values).map(([name, of]) => [name, some<string | number>(of)]),
);

export const anyRecords = (length: number) =>
  fc.array(
    fc
      .record(
        { ...pool, message: text(12), timestamp: some(times), logger_name: some(loggers) },
        { requiredKeys: ['message', 'timestamp', 'logger_name'] },
      )
      .map((record): LogRecord => entry(record)),
    { minLength: length, maxLength: length },
  );

const anyValues = fc.record({ ...pool, search: text(3) }, { requiredKeys: [] });

/** Cursors are given as places among all entries. */
export const anySearch = fc.record({
  query: fc.record(
    {
      ...{ where: anyValues, not: anyValues, start: some(times), end: some(times) },
      ...{ after: fc.nat(80), before: fc.nat(80), withoutNoiseOf: fc.subarray(loggers) },
    },
    { requiredKeys: [] },
  ),
  page: fc.record(
    {
      limit: fc.integer({ min: 1, max: 20 }),
      offset: fc.nat(5),
      order: some(['newest', 'oldest']),
    },
    { requiredKeys: ['limit'] },
  ),
}) as fc.Arbitrary<{ readonly query: LogQuery; readonly page: Page }>;

/** The plain reading of ports/logs.ts. */
export function naiveLogSearch(
  all: readonly PlacedEntry[],
  query: LogQuery,
  { limit, offset = 0, order = 'newest' }: Page,
): LogPage {
  const { where = {}, not = {}, start, end, after, before, withoutNoiseOf = [] } = query;
  const hits = all.filter(
    (one) =>
      hasValues(one, where).every(Boolean) &&
      !hasValues(one, not).some(Boolean) &&
      !(one.hook_id === null && withoutNoiseOf.includes(one.logger_name)) &&
      (start === undefined || Date.parse(one.timestamp) >= Date.parse(start)) &&
      (end === undefined || Date.parse(one.timestamp) <= Date.parse(end)) &&
      (after === undefined || one.cursor > after) &&
      (before === undefined || one.cursor < before),
  );
  const sign = order === 'newest' ? -1 : 1;
  const time = (one: PlacedEntry) => Date.parse(one.timestamp);
  hits.sort((one, other) => sign * (time(one) - time(other) || one.cursor - other.cursor));
  const counts = { total: hits.length, kept: all.length, scanned: all.length };
  return { entries: hits.slice(offset, offset + limit), ...counts, isPartial: false };
}

function hasValues(one: PlacedEntry, { search, repository, ...rest }: LogQuery['where'] & object) {
  const names = Object.keys(rest) as (keyof typeof rest)[];
  const found = names.map((name) => one[name] === rest[name]);
  if (repository !== undefined) {
    const short = one.repository?.split('/').at(-1);
    found.push(
      one.repository === repository || (!repository.includes('/') && short === repository),
    );
  }
  if (search !== undefined) found.push(plain(one.message).includes(plain(search)));
  return found;
}

function plain(message: string): string {
  return message.toLowerCase().replaceAll('\0', '\uFFFD').replaceAll('\u0001', '\uFFFD');
}
