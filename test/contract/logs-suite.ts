import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LogQuery, Logs, LogValues, PlacedEntry } from '#core/platform/ports/logs.ts';
import type { ManualClock } from '#test/support/manual-clock.ts';
import { allTests } from '#test/support/at-end.ts';
import { entry, summary } from '#test/support/logs/log-records.ts';
import { anyRecords, anySearch, naiveLogSearch } from '#test/support/logs/naive-log-search.ts';
import type { SocketClient } from './sockets-suite.ts';

export interface OpenLogs {
  readonly logs: Logs;
  /** Begins at 2026-03-01T00:00:00.000Z. */
  readonly clock: ManualClock;
  connect(): Promise<SocketClient>;
}

export interface LogsCapabilities {
  readonly prunes: boolean;
  readonly follows: boolean;
}

const minute = (at: number) => new Date(Date.UTC(2026, 2, 1, 0, at)).toISOString();
const dayMilliseconds = 86_400_000;

/** The message of each entry is its letter and, after a space, more text. */
const sample = [
  entry({ timestamp: minute(1), message: 'a Started', level: 'STEP', hook_id: 'h1', pr_number: 1 }),
  entry({ timestamp: minute(2), message: 'b started again', hook_id: 'h1', pr_number: 1 }),
  entry({ timestamp: minute(4), message: 'c failed: Ünïcode', level: 'ERROR', hook_id: 'h2' }),
  entry({ timestamp: minute(3), message: 'd late', repository: 'o/one', event_type: 'push' }),
  entry({ timestamp: minute(5), message: 'e', repository: 'o/two', scm_user: 'ada' }),
  entry({ timestamp: minute(5), message: 'f same time', repository: 'two', scm_user: 'Ada' }),
  entry({ timestamp: minute(6), message: 'g noise', logger_name: 'viewer' }),
  entry({ timestamp: minute(7), message: 'h no noise', logger_name: 'viewer', hook_id: 'h2' }),
  entry({
    ...{ timestamp: minute(8), message: 'i broke', level: 'ERROR', pr_number: 12 },
    ...{ repository: 'o/one', event_type: 'pull_request', scm_user: 'ada' },
    exc_info: 'Traceback:\n  STARTED here',
  }),
  summary({ completed: minute(9), text: 'j done', hook_id: 'h1', number: 1, repository: 'o/one' }),
];
const letters = 'jihgfecdba';

const queries: readonly (readonly [LogQuery, string])[] = [
  [{}, letters],
  [{ where: { hook_id: 'h1' } }, 'jba'],
  [{ where: { hook_id: 'H1' } }, ''],
  [{ where: { pr_number: 1 } }, 'jba'],
  [{ where: { pr_number: 2 } }, ''],
  [{ where: { repository: 'o/one' } }, 'jid'],
  [{ where: { repository: 'one' } }, 'jid'],
  [{ where: { repository: 'two' } }, 'fe'],
  [{ where: { repository: 'o/two' } }, 'e'],
  [{ where: { repository: 'wo' } }, ''],
  [{ where: { event_type: 'push' } }, 'd'],
  [{ where: { scm_user: 'ada' } }, 'jie'],
  [{ where: { level: 'ERROR' } }, 'ic'],
  [{ where: { level: 'COMPLETED' } }, 'j'],
  [{ where: { search: 'START' } }, 'iba'],
  [{ where: { search: 'started a' } }, 'b'],
  [{ where: { search: 'üNÏ' } }, 'c'],
  [{ where: { search: ':\n  s' } }, 'i'],
  [{ where: { search: 'E' } }, letters],
  [{ where: { search: 'ï' } }, 'c'],
  [{ where: { search: 'is' } }, 'hg'],
  [{ where: { search: 'zz' } }, ''],
  [{ where: { search: '%' } }, ''],
  [{ where: { search: '"' } }, ''],
  [{ where: { search: 'started', hook_id: 'h1', level: 'STEP' } }, 'a'],
  [{ where: { repository: 'one', level: 'ERROR', event_type: 'pull_request' } }, 'i'],
  [{ where: { scm_user: 'ada', level: 'ERROR', pr_number: 12 } }, 'i'],
  [{ not: { level: 'ERROR' } }, 'jhgfedba'],
  [{ not: { level: 'ERROR', hook_id: 'h1' } }, 'hgfed'],
  [{ not: { repository: 'one' } }, 'hgfecba'],
  [{ not: { search: 'START' } }, 'jhgfecd'],
  [{ not: { pr_number: 1, scm_user: 'ada' } }, 'hgfcd'],
  [{ where: { hook_id: 'h1' }, not: { search: 'again' } }, 'ja'],
  [{ where: { search: 'started' }, not: { search: 'again' } }, 'ia'],
  [{ not: { event_type: 'push', repository: 'nobody/nothing' } }, 'jihgfecba'],
  [{ start: minute(5) }, 'jihgfe'],
  [{ end: minute(4) }, 'cdba'],
  [{ start: minute(3), end: minute(5) }, 'fecd'],
  [{ start: minute(3), end: minute(5), where: { level: 'ERROR' } }, 'c'],
  [{ start: minute(20) }, ''],
  [{ withoutNoiseOf: ['viewer'] }, 'jihfecdba'],
  [{ withoutNoiseOf: ['viewer', 'other'], where: { level: 'INFO' } }, 'hfedb'],
];

/** What ports/logs.ts promises of Logs. */
export function logsContract(
  name: string,
  open: () => Promise<OpenLogs>,
  { prunes, follows }: LogsCapabilities = { prunes: true, follows: true },
): void {
  describe(`logs: ${name}`, () => {
    describe('searching', () => {
      const opened = allTests(open);
      let all: readonly PlacedEntry[];
      const cursorOf = (letter: string) =>
        all.find(({ message }) => message.startsWith(letter))?.cursor ?? 0;
      beforeAll(async () => {
        await opened().logs.append(sample.slice(0, 4), 'webhook.log');
        for (const record of sample.slice(4)) await opened().logs.append([record]);
        all = (await opened().logs.search({}, { limit: 100, order: 'oldest' })).entries;
      });

      it('gives every entry with its 13 values, and a cursor that grows as they were appended', () => {
        const cursors = [...'abcdefghij'].map(cursorOf);
        expect(cursors).toEqual(cursors.toSorted((one, other) => one - other));
        expect(new Set(cursors).size).toBe(10);
        expect(cursors.every((cursor) => Number.isSafeInteger(cursor) && cursor > 0)).toBe(true);
        const absent = {
          ...{ hook_id: null, event_type: null, repository: null, pr_number: null },
          ...{ scm_user: null, task_id: null, task_type: null, task_status: null },
          token_spend: null,
        };
        const of = (letter: string) => all.find(({ message }) => message.startsWith(letter));
        expect(of('i')).toEqual({
          ...absent,
          ...{ timestamp: minute(8), level: 'ERROR', logger_name: 'webhook', pr_number: 12 },
          ...{ repository: 'o/one', event_type: 'pull_request', scm_user: 'ada' },
          ...{ message: 'i broke\nTraceback:\n  STARTED here', cursor: cursorOf('i') },
        });
        expect(of('j')).toEqual({
          ...absent,
          ...{ timestamp: minute(9), level: 'COMPLETED', logger_name: 'webhook' },
          ...{ message: 'j done', hook_id: 'h1', pr_number: 1, repository: 'o/one' },
          ...{ event_type: 'pull_request', scm_user: 'ada', token_spend: 7 },
          cursor: cursorOf('j'),
        });
      });

      it.each(queries)('finds exactly the matches of %j', async (query, expected) => {
        const page = await opened().logs.search(query, { limit: 100 });
        expect(lettersOf(page.entries)).toBe(expected);
        expect(page).toMatchObject({ total: expected.length, kept: 10, isPartial: false });
        expect(page.scanned).toBe(10);
      });

      it.each<[Parameters<Logs['search']>[1], string]>([
        [{ limit: 3 }, 'jih'],
        [{ limit: 3, offset: 4 }, 'fec'],
        [{ limit: 3, offset: 9 }, 'a'],
        [{ limit: 3, offset: 10 }, ''],
        [{ limit: 3, order: 'oldest' }, 'abd'],
        [{ limit: 4, offset: 3, order: 'oldest' }, 'cefg'],
        [{ limit: 100, budgetMilliseconds: 60_000 }, letters],
      ])('gives the page %j, and the total of all', async (page, expected) => {
        const result = await opened().logs.search({}, page);
        expect(lettersOf(result.entries)).toBe(expected);
        expect(result.total).toBe(10);
        const some = await opened().logs.search({ where: { search: 'e' } }, { ...page, limit: 1 });
        expect(some.total).toBe(10);
      });

      it('takes cursors as exclusive bounds in the order of appending', async () => {
        const found = async (query: LogQuery) =>
          lettersOf((await opened().logs.search(query, { limit: 100 })).entries);
        expect(await found({ after: cursorOf('c') })).toBe('jihgfed');
        expect(await found({ before: cursorOf('d') })).toBe('cba');
        expect(await found({ after: cursorOf('b'), before: cursorOf('e') })).toBe('cd');
        expect(await found({ after: cursorOf('j') })).toBe('');
        expect(await found({ after: cursorOf('b'), where: { level: 'ERROR' } })).toBe('ic');
        const one = { limit: 1, order: 'oldest' } as const;
        const next = await opened().logs.search({ after: cursorOf('e') }, one);
        expect([lettersOf(next.entries), next.total]).toEqual(['f', 5]);
      });

      it('counts matches and errors per span of time, with empty spans', async () => {
        const range = { start: minute(0), end: minute(10) };
        const spans = await opened().logs.histogram(range, 5);
        expect(spans.map(({ total, errors }) => [total, errors])).toEqual([
          [2, 0],
          [2, 1],
          [3, 0],
          [2, 1],
          [1, 0],
        ]);
        expect(spans[0]?.time).toBe(minute(0));
        const some = await opened().logs.histogram({ ...range, where: { hook_id: 'h2' } }, 2);
        expect(some.map(({ total }) => total)).toEqual([1, 1]);
        const none = await opened().logs.histogram({ start: minute(30), end: minute(40) }, 3);
        expect(none.map(({ total }) => total)).toEqual([0, 0, 0]);
      });
    });

    anyLogsContract(open);

    describe('keeping', () => {
      const opened = allTests(open);
      const logs = () => opened().logs;
      const found = async (where: LogValues) =>
        (await logs().search({ where }, { limit: 1_000, order: 'oldest' })).entries;

      it('has nothing at first, and appends nothing when given nothing', async () => {
        await logs().append([]);
        const nothing = { entries: [], total: 0, kept: 0, scanned: 0, isPartial: false };
        expect(await logs().search({}, { limit: 10 })).toEqual(nothing);
        expect(await logs().summaries({ hook_id: 'h' }, 10)).toEqual([]);
      });

      it('keeps every text as it is', async () => {
        const texts = ['', ' ', 'a\nb\r\nc\u2028d', '"{\\', 'ü 🌍 日本', '\u001b[31mred', '\t'];
        await logs().append(
          texts.map((message) => entry({ timestamp: minute(2), message, hook_id: 'texts' })),
          'webhook.log',
        );
        expect((await found({ hook_id: 'texts' })).map(({ message }) => message)).toEqual(texts);
      });

      it('gives 64 racing writers one order, each call in one piece', async () => {
        const calls = Array.from({ length: 64 }, (_, call) =>
          Array.from({ length: (call % 5) + 1 }, (_, part) =>
            entry({ timestamp: minute(3), message: `${call}.${part}`, hook_id: 'race' }),
          ),
        );
        await Promise.all(
          calls.map(async (records, call) => {
            await logs().append(records);
            const own = await logs().search(
              { where: { hook_id: 'race', search: `${call}.` } },
              { limit: 1_000 },
            );
            expect(own.total).toBeGreaterThanOrEqual(records.length);
          }),
        );
        const all = await found({ hook_id: 'race' });
        expect(all).toHaveLength(calls.flat().length);
        expect(new Set(all.map(({ cursor }) => cursor)).size).toBe(all.length);
        const messages = all.map(({ message }) => message);
        for (const [call, records] of calls.entries()) {
          const at = messages.indexOf(`${call}.0`);
          expect(messages.slice(at, at + records.length)).toEqual(
            records.map(({ message }) => message),
          );
        }
      });

      it('gives the summaries of a delivery and of a pull request, newest first', async () => {
        const of = (text: string, hook_id: string, number: number) =>
          summary({ completed: minute(4), text, hook_id, number, repository: 'o/s' });
        const records = [of('1', 'twice', 71), of('2', 'other', 71), of('3', 'twice', 72)];
        for (const record of records) await logs().append([record]);
        const [first, second, third] = records;
        expect(await logs().summaries({ hook_id: 'twice' }, 10)).toEqual([third, first]);
        expect(await logs().summaries({ hook_id: 'twice' }, 1)).toEqual([third]);
        expect(await logs().summaries({ pr_number: 71 }, 10)).toEqual([second, first]);
        expect(await logs().summaries({ pr_number: 7 }, 10)).toEqual([]);
      });
    });

    describe.runIf(prunes)('pruning', () => {
      const opened = allTests(open);

      it('removes the oldest days beyond the limits, never the current one', async () => {
        const { logs, clock } = opened();
        const kept = async () =>
          (await logs.search({}, { limit: 100, order: 'oldest' })).entries.map(
            (one) => one.message,
          );
        for (const message of ['day 0', 'day 5', 'day 10', 'day 15']) {
          await logs.append([entry({ timestamp: clock.now().toISOString(), message })]);
          if (message !== 'day 15') await clock.advance(5 * dayMilliseconds);
        }
        const cursors = async () =>
          (await logs.search({}, { limit: 100, order: 'oldest' })).entries.map((one) => one.cursor);
        const before = await cursors();
        // The first day is exactly so old.
        await logs.prune({ days: 15, bytes: 1_000_000_000 });
        expect(await kept()).toEqual(['day 0', 'day 5', 'day 10', 'day 15']);
        await logs.prune({ days: 14, bytes: 1_000_000_000 });
        expect(await kept()).toEqual(['day 5', 'day 10', 'day 15']);
        expect(await cursors()).toEqual(before.slice(1));
        await logs.prune({ days: 14, bytes: 1 });
        expect(await kept()).toEqual(['day 15']);
        await logs.append([entry({ timestamp: clock.now().toISOString(), message: 'after' })]);
        expect(await kept()).toEqual(['day 15', 'after']);
        expect((await logs.search({ where: { search: 'day' } }, { limit: 9 })).total).toBe(1);
      });
    });

    describe.runIf(follows)('following', () => {
      const opened = allTests(open);
      const logs = () => opened().logs;
      const add = (...messages: string[]) =>
        logs().append(messages.map((message) => entry({ timestamp: minute(1), message })));
      const next = async (client: SocketClient) => JSON.parse(await client.next()) as PlacedEntry;

      it('sends the matches after a cursor, then the new ones, once and in order (R6)', async () => {
        const client = await opened().connect();
        await add('a1', 'b1', 'a2');
        const [first] = (await logs().search({}, { limit: 1, order: 'oldest' })).entries;
        await logs().follow(client.connection, {
          after: first?.cursor ?? 0,
          where: { search: 'a' },
        });
        await add('b2', 'a3');
        await add('a4');
        const a2 = await next(client);
        const stored = await logs().search({ where: { search: 'a2' } }, { limit: 1 });
        expect(a2).toEqual(stored.entries[0]);
        expect([(await next(client)).message, (await next(client)).message]).toEqual(['a3', 'a4']);
        await client.leave();
      });

      it('sends a past of many pages whole (R6)', async () => {
        const client = await opened().connect();
        const messages = Array.from({ length: 1_100 }, (_, number) => `past ${number}`);
        await add(...messages);
        await logs().follow(client.connection, { after: 0, where: { search: 'past' } });
        await add('past end');
        const received: string[] = [];
        while (received.at(-1) !== 'past end') received.push((await next(client)).message);
        expect(received).toEqual([...messages, 'past end']);
        await client.leave();
      });

      it('sends new ones only without a cursor, and nothing after leaving', async () => {
        const [client, other] = [await opened().connect(), await opened().connect()];
        await logs().follow(client.connection, {});
        await logs().follow(other.connection, {});
        await add('new');
        expect((await next(client)).message).toBe('new');
        expect((await next(other)).message).toBe('new');
        await logs().leave(other.connection);
        await logs().leave('never-was');
        await add('newer');
        expect((await next(client)).message).toBe('newer');
        await logs().follow(other.connection, {});
        await add('newest');
        expect((await next(other)).message).toBe('newest');
        await Promise.all([client.leave(), other.leave()]);
      });
    });
  });
}

/** Whatever the entries and queries are, a search is equal to a naive scan. */
export function anyLogsContract(open: () => Promise<OpenLogs>): void {
  describe('any entries', () => {
    const opened = allTests(open);

    it('are found as a naive scan finds them', async () => {
      const { logs } = opened();
      const records = fc.sample(anyRecords(80), 1).flat();
      for (let at = 0; at < records.length; at += 20) {
        await logs.append(records.slice(at, at + 20));
      }
      const { entries } = await logs.search({}, { limit: 100 });
      const all = entries.toSorted((one, other) => one.cursor - other.cursor);
      expect(all.map(({ message }) => message)).toEqual(
        records.map((record) => 'message' in record && record.message),
      );
      const cursorAt = (at: number | undefined) => at !== undefined && all[at]?.cursor;
      const check = fc.asyncProperty(anySearch, async ({ query, page }) => {
        const [after, before] = [cursorAt(query.after), cursorAt(query.before)];
        const { after: _after, before: _before, ...rest } = query;
        const placed = { ...rest, ...(after && { after }), ...(before && { before }) };
        expect(await logs.search(placed, page)).toEqual(naiveLogSearch(all, placed, page));
      });
      await fc.assert(check, { numRuns: 150 });
    });
  });
}

function lettersOf(entries: readonly PlacedEntry[]): string {
  return entries.map(({ message }) => message.charAt(0)).join('');
}
