import { appendFileSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { indexClient } from '#core/platform/adapters/local/logs/index/index-client.ts';
import { bucketsOf } from '#core/platform/adapters/rules/logs/buckets.ts';
import { matcher } from '#core/platform/adapters/rules/logs/matches.ts';
import { searchAll } from '#core/platform/adapters/rules/logs/search-all.ts';
import type { Log } from '#core/platform/ports/log.ts';
import type { Offload } from '#core/platform/ports/programs/offload.ts';
import type { LogQuery, LogValues, PlacedEntry } from '#core/platform/ports/logs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { entry } from '#test/support/logs/log-records.ts';
import { logFolder } from '#test/support/logs/log-folder.ts';
import fc from '#test/support/property.ts';

const time = (at: number) => new Date(Date.UTC(2026, 1, 27) + at * 3_600_000).toISOString();
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abAB "%*ßẞİıΣς\n\0\u0001é🌍'), maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('\ud800', '\udc00', '\ufffd', 'a', 'ab', 'cab') }),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const values = {
  hook_id: fc.constantFrom('h1', 'h2', 'h3'),
  pr_number: fc.constantFrom(0, 1, 2),
  repository: fc.constantFrom('o/a', 'p/a', 'o/b', 'a'),
  event_type: fc.constantFrom('push', 'status'),
  scm_user: fc.constantFrom('ada', 'Ada'),
  level: fc.constantFrom('INFO', 'ERROR', 'STEP'),
};
const of = (fields: typeof values) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, optional<unknown>(value)]),
  );
const record = fc
  .record({ ...of(values), message: text, at: fc.nat(72), logger: fc.constantFrom('x', 'viewer') })
  .map(({ at, logger, message, ...rest }) => {
    const given = Object.entries(rest).filter(([, value]) => value !== undefined);
    const named = { timestamp: time(at), message, logger_name: logger };
    return entry({ ...(Object.fromEntries(given) as object), ...named });
  });
const compared = { ...values, search: text };
const names = Object.keys(compared) as (keyof typeof compared)[];
const someValues = fc
  .tuple(fc.record(compared), fc.subarray([...names, 'search' as const], { maxLength: 2 }))
  .map(([all, some]): LogValues => Object.fromEntries(some.map((name) => [name, all[name]])));
const query = fc.record(
  {
    where: someValues,
    not: someValues,
    start: fc.nat(72).map(time),
    end: fc.nat(72).map(time),
    withoutNoiseOf: fc.constant(['viewer']),
  },
  { requiredKeys: [] },
);
const page = fc.record({
  limit: fc.integer({ min: 1, max: 7 }),
  offset: fc.nat(5),
  order: fc.constantFrom('newest' as const, 'oldest' as const),
});

describe('logs: the index of a laptop', () => {
  const world = eachTest(logFolder);
  const add = (...messages: string[]) =>
    world().logs.append(messages.map((message) => entry({ timestamp: time(1), message })));
  const everything = async (): Promise<readonly PlacedEntry[]> =>
    (await world().logs.search({}, { limit: 10_000, order: 'oldest' })).entries;

  it('answers as a plain search through all entries does', async () => {
    const sent: PlacedEntry[] = [];
    const batches = fc.array(record, { minLength: 1, maxLength: 30 });
    const questions = fc.array(fc.tuple(query, page), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(batches, questions, fc.nat(100), async (records, asked, cut) => {
        await world().logs.append(records);
        const all = await everything();
        expect(all).toHaveLength(sent.length + records.length);
        sent.splice(0, Infinity, ...all);
        const bound = all[Math.floor((all.length * cut) / 101)]?.cursor ?? 0;
        for (const [at, [filters, wanted]] of asked.entries()) {
          const bounds: LogQuery = at === 0 ? { after: bound } : at === 1 ? { before: bound } : {};
          const whole = { ...filters, ...bounds };
          expect(await world().logs.search(whole, wanted)).toEqual(searchAll(all, whole, wanted));
          const range = { start: time(3), end: time(60), ...whole };
          expect(await world().logs.histogram(range, 5)).toEqual(
            bucketsOf(all.filter(matcher(range)), range, 5),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is partial when the budget is spent, and says so', async () => {
    await world().logs.append(
      Array.from({ length: 2_000 }, (_, at) => entry({ timestamp: time(1), message: `m ${at}` })),
    );
    const hasty = await world().logs.search({}, { limit: 1, budgetMilliseconds: 0 });
    expect(hasty.isPartial).toBe(true);
    expect(hasty.kept).toBeLessThan(2_000);
    // Rows come first: with each of them the indexes would cost more than all at once.
    const names = "SELECT name FROM sqlite_master WHERE name LIKE 'by!_%' ESCAPE '!'";
    const indexes = () => {
      using database = new DatabaseSync(world().file('.index.db'));
      return database.prepare(names).all().length;
    };
    expect(indexes()).toBe(0);
    expect(await world().logs.search({}, { limit: 1 })).toMatchObject({
      total: 2_000,
      isPartial: false,
    });
    expect(indexes()).toBe(8);
  });

  it('says how far it is, in the log at its first look and at the end', async () => {
    await add('one');
    const missing = [75, 50, 0];
    const run = async () => ({ missingBytes: missing.shift(), totalBytes: 100, answer: undefined });
    const first = Promise.withResolvers<void>();
    const offload: Offload = {
      async run<Output>() {
        const { answer, ...progress } = await run();
        if (missing.length === 1) await first.promise;
        return (missing.length === 0 ? { ...progress, answer } : progress) as Output;
      },
      close: async () => {},
    };
    const lines: unknown[] = [];
    const log: Log = (_level, message, fields = {}) => void lines.push([message, fields]);
    const client = indexClient({ directory: world().directory, offload, log });
    client.build();
    expect(await client.indexing()).toBe(0.25);
    first.resolve();
    await expect.poll(() => client.indexing()).toBeUndefined();
    expect(lines).toEqual([
      ['Indexing the log files', { percent: 25 }],
      ['The log files are indexed', {}],
    ]);
  });

  it.each<[string, () => void]>([
    ['deleted', () => rmSync(world().file('.index.db'))],
    ['of an older layout (R8)', () => overwrite('PRAGMA user_version = 99; DROP TABLE total')],
    ['overwritten', () => writeFileSync(world().file('.index.db'), 'x'.repeat(100_000))],
    ['damaged', () => damage()],
  ])('is made again when it was %s, with the same cursors', async (_, harm) => {
    await add('one', 'two');
    const before = await everything();
    harm();
    await add('three');
    const after = await everything();
    expect(after.slice(0, 2)).toEqual(before);
    expect(after.map(({ message }) => message)).toEqual(['one', 'two', 'three']);
    expect((await world().logs.search({ where: { search: 'two' } }, { limit: 1 })).total).toBe(1);
  });

  it('that cannot be opened fails the search, and appending goes on (R7)', async () => {
    await add('one');
    mkdirSync(world().file('.index.db'));
    await expectFailure(world().logs.search({}, { limit: 1 }), 'unavailable', 'log_index');
    await add('two');
    rmdirSync(world().file('.index.db'));
    expect(await world().messages()).toEqual(['one', 'two']);
  });

  it.each<[string, (file: string) => void, string[]]>([
    ['removed', (file) => rmSync(file), []],
    [
      'added to by another program',
      (file) => appendFileSync(file, line('new')),
      ['one', 'two', 'new'],
    ],
    ['left with half a line', (file) => appendFileSync(file, '{"type":"log'), ['one', 'two']],
  ])('follows a daily file that was %s', async (_, change, expected) => {
    await add('one', 'two');
    expect(await world().messages()).toEqual(['one', 'two']);
    change(world().file('webhooks_2026-03-01.json'));
    expect(await world().messages()).toEqual(expected);
    expect(await world().messages({ where: { search: 'one' } })).toHaveLength(
      expected.includes('one') ? 1 : 0,
    );
    await world()
      .open()
      .append([entry({ timestamp: time(2), message: 'last' })]);
    expect(await world().messages()).toEqual([...expected, 'last']);
  });

  const line = (message: string) => `${JSON.stringify(entry({ timestamp: time(1), message }))}\n`;

  function overwrite(statement: string) {
    const handle = new DatabaseSync(world().file('.index.db'));
    handle.exec(statement);
    handle.close();
    // The child that had it open has ended.
    const bytes = readFileSync(world().file('.index.db'));
    rmSync(world().file('.index.db'));
    writeFileSync(world().file('.index.db'), bytes);
  }

  function damage() {
    overwrite('PRAGMA wal_checkpoint(TRUNCATE)');
    const bytes = readFileSync(world().file('.index.db'));
    bytes.fill(0x5a, 4_096);
    writeFileSync(world().file('.index.db'), bytes);
  }
});
