import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type {
  LogQuery,
  LogRecord,
  Logs,
  PlacedEntry,
  WebhookSummary,
} from '../../../ports/logs.ts';
import { logFollowers } from '../../local/logs/live/followers.ts';
import type { LocalSockets } from '../../local/sockets.ts';
import { bucketCounter } from '../../rules/logs/buckets.ts';
import { entryOf } from '../../rules/logs/entry-of.ts';
import { oldDays } from '../../rules/logs/old-days.ts';
import type { Postgres, Query } from '../database/database.ts';
import { codeOf } from '../database/failure.ts';
import { encodeText } from '../database/text.ts';
import { logAppender } from './append.ts';
import { selectionOf, type Selection } from './select.ts';
import { logTables } from './tables.ts';
import { logTail } from './tail.ts';

interface PostgresLogsOptions {
  readonly database: Postgres;
  readonly clock: Pick<Clock, 'now'>;
  readonly connections: Pick<LocalSockets, 'sockets' | 'backlog'>;
  readonly log: Log;
}

interface Row {
  readonly cursor: number;
  readonly record: LogRecord;
}

/** "Canceling statement due to statement timeout". */
const outOfTime = '57014';
const planned = { isPrepared: false };

/** Log entries in a table with a partition a day. Clients of any replica get the entries of all. */
export function postgresLogs(options: PostgresLogsOptions): Logs {
  const { database, clock, connections, log } = options;
  const { query: run } = database;
  const tables = logTables(database, log);
  const appender = logAppender(database, tables, clock);

  async function rowsBy(
    { where, values }: Selection,
    end: string,
    ask: Query = run,
  ): Promise<PlacedEntry[]> {
    const text = `SELECT cursor, record FROM ${tables.entries} WHERE ${where} ${end}`;
    return (await ask<Row>(text, values, planned)).map(placed);
  }

  async function countOf({ where, values, isAll }: Selection, ask: Query = run): Promise<number> {
    if (isAll) return kept();
    const text = `SELECT count(*) AS total FROM ${tables.entries} WHERE ${where}`;
    return (await ask<{ total: number }>(text, values, planned))[0]?.total ?? 0;
  }

  async function kept(): Promise<number> {
    const text = `SELECT coalesce(sum(entries), 0)::bigint AS total FROM ${tables.days}`;
    return (await run<{ total: number }>(text))[0]?.total ?? 0;
  }

  async function last(): Promise<number> {
    await tables.ready();
    return (await run<{ last: number }>(`SELECT last FROM ${tables.head}`))[0]?.last ?? 0;
  }

  /** Undefined: it took longer than the budget. */
  function within<Value>(
    budgetMilliseconds: number | undefined,
    work: (ask: Query) => Promise<Value>,
  ): Promise<Value | undefined> {
    if (budgetMilliseconds === undefined) return work(run);
    return database.transaction(async (ask) => {
      await ask("SELECT set_config('statement_timeout', $1, true)", [
        String(Math.max(1, Math.ceil(budgetMilliseconds))),
      ]);
      await ask('SAVEPOINT budget');
      try {
        return await work(ask);
      } catch (error) {
        if (codeOf(error) !== outOfTime) throw error;
        await ask('ROLLBACK TO SAVEPOINT budget');
        return undefined;
      }
    });
  }

  const followers = logFollowers({
    connections,
    openTail: ({ onEntry }) =>
      logTail({
        changes: database.changes,
        last,
        read: (after, limit) => afterCursor({}, after, limit),
        onEntry,
      }),
    async after({ after, ...query }, limit) {
      const upTo = await last();
      return { entries: await afterCursor({ ...query, before: upTo + 1 }, after, limit), upTo };
    },
  });

  async function afterCursor(query: LogQuery, after: number, limit: number) {
    const selection = selectionOf({ ...query, after });
    return selection ? rowsBy(selection, `ORDER BY cursor LIMIT ${limit}`) : [];
  }

  return {
    append: (records) => appender.append(records),

    async search(query, { limit, offset = 0, order = 'newest', budgetMilliseconds }) {
      await tables.ready();
      const all = await kept();
      const whole = { kept: all, scanned: all };
      const selection = selectionOf(query);
      if (!selection) return { entries: [], total: 0, ...whole, isPartial: false };
      const direction = order === 'newest' ? 'DESC' : 'ASC';
      const end = `ORDER BY time ${direction}, cursor ${direction} LIMIT ${limit} OFFSET ${offset}`;
      const entries = await within(budgetMilliseconds, (ask) => rowsBy(selection, end, ask));
      if (entries === undefined)
        return { entries: [], total: 0, ...whole, scanned: 0, isPartial: true };
      // The last page says how many there are.
      const isLast = entries.length < limit && (entries.length > 0 || offset === 0);
      const total = isLast
        ? offset + entries.length
        : await within(budgetMilliseconds, (ask) => countOf(selection, ask));
      return {
        entries,
        total: total ?? offset + entries.length,
        ...whole,
        isPartial: total === undefined,
      };
    },

    async summaries(of, limit) {
      await tables.ready();
      const [column, value] =
        'hook_id' in of ? ['hook_id', encodeText(of.hook_id)] : ['pr_number', of.pr_number];
      const rows = await run<Row>(
        `SELECT cursor, record FROM ${tables.entries} WHERE ${column} = $1 AND is_summary
          ORDER BY time DESC, cursor DESC LIMIT $2`,
        [value, limit],
      );
      return rows.map(({ record }) => record as WebhookSummary);
    },

    async histogram(query, buckets) {
      await tables.ready();
      const counter = bucketCounter(query, buckets);
      const selection = selectionOf(query);
      if (!selection) return counter.buckets();
      // An entry whose text of a time is none is in no span.
      const span = `floor((extract(epoch FROM time::timestamptz) * 1000 - ${counter.from}) / ${counter.width})`;
      const text = `SELECT ${span}::int AS at, count(*) AS total,
          count(*) FILTER (WHERE level = 'ERROR') AS errors
        FROM ${tables.entries} WHERE (${selection.where}) AND time ~ '^\\d{4}-\\d\\d-\\d\\dT'
        GROUP BY 1`;
      const rows = await run<{ at: number; total: number; errors: number }>(
        text,
        selection.values,
        planned,
      );
      for (const { at, ...counts } of rows) counter.addMany(at, counts);
      return counter.buckets();
    },

    follow: (connection, query) => followers.follow(connection, query),
    resume: async () => {},
    leave: async (connection) => followers.leave(connection),
    push: async () => {},

    async prune(limits) {
      await tables.ready();
      const stored = await run<{ day: string; bytes: number }>(
        `SELECT day::text, bytes FROM ${tables.days}`,
      );
      const old = oldDays(stored, limits, clock.now());
      if (old.size > 0) await tables.remove([...old]);
    },

    // Nobody copies files into a database.
    copies: async () => undefined,
    indexing: async () => undefined,

    async close() {
      followers.close();
      await appender.settled();
    },
  };
}

function placed({ cursor, record }: Row): PlacedEntry {
  return { ...entryOf(record), cursor };
}
