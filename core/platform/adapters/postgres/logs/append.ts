import type { Clock } from '../../../ports/clock.ts';
import type { LogRecord } from '../../../ports/logs.ts';
import { entryOf } from '../../rules/logs/entry-of.ts';
import { folded } from '../../rules/logs/folded.ts';
import type { Postgres } from '../database/database.ts';
import { codeOf } from '../database/failure.ts';
import { encodeText } from '../database/text.ts';
import type { LogTables } from './tables.ts';

interface Append {
  readonly records: readonly LogRecord[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** "No partition of relation found for row": it was removed meanwhile. */
const noPartition = '23514';
const maxEntries = 5_000;

/** Writes records. Those that come while others are on their way share one statement, because the
 * writers of all replicas wait for each other's commits. */
export function logAppender(database: Postgres, tables: LogTables, clock: Pick<Clock, 'now'>) {
  const waiting: Append[] = [];
  let running: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const group: Append[] = [];
      for (let size = 0; waiting[0] && (size === 0 || size < maxEntries);) {
        size += waiting[0].records.length;
        group.push(waiting.shift() as Append);
      }
      try {
        await write(group.flatMap(({ records }) => records));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    running = undefined;
  }

  async function write(records: readonly LogRecord[]): Promise<void> {
    const rows = records.map((record) => rowOf(record, clock.now()));
    const sizes = new Map<string, { entries: number; bytes: number }>();
    for (const { day, record } of rows) {
      const size = sizes.get(day) ?? { entries: 0, bytes: 0 };
      sizes.set(day, { entries: size.entries + 1, bytes: size.bytes + record.length });
    }
    await tables.ready();
    for (let isFirst = true; ; isFirst = false) {
      try {
        await tables.make([...sizes.keys()]);
        await insert(rows, sizes);
        return;
      } catch (error) {
        if (!isFirst || codeOf(error) !== noPartition) throw error;
        tables.forget();
      }
    }
  }

  async function insert(
    rows: readonly ReturnType<typeof rowOf>[],
    sizes: ReadonlyMap<string, { entries: number; bytes: number }>,
  ): Promise<void> {
    const totals = [...sizes.values()];
    await database.query(
      `WITH head AS (UPDATE ${tables.head} SET last = last + $1 RETURNING last),
        counted AS (
          UPDATE ${tables.days} AS stored
          SET entries = stored.entries + added.entries, bytes = stored.bytes + added.bytes
          FROM unnest($2::date[], $3::bigint[], $4::bigint[]) AS added (day, entries, bytes)
          WHERE stored.day = added.day
        )
        INSERT INTO ${tables.entries} (day, cursor, time, level, logger_name, hook_id, pr_number,
          repository, short, event_type, scm_user, is_summary, folded, record)
        SELECT day, head.last - $1 + place, time, level, logger_name, hook_id, pr_number,
          repository, short, event_type, scm_user, is_summary, folded, record::json
        FROM head, unnest($5::date[], $6::text[], $7::text[], $8::text[], $9::text[],
          $10::bigint[], $11::text[], $12::text[], $13::text[], $14::text[], $15::boolean[],
          $16::text[], $17::text[])
          WITH ORDINALITY AS entry (day, time, level, logger_name, hook_id, pr_number, repository,
            short, event_type, scm_user, is_summary, folded, record, place)`,
      [
        rows.length,
        [...sizes.keys()],
        totals.map(({ entries }) => entries),
        totals.map(({ bytes }) => bytes),
        ...columns.map((name) => rows.map((row) => row[name])),
      ],
    );
    database.changes.tell('logs');
  }

  return {
    append(records: readonly LogRecord[]): Promise<void> {
      if (records.length === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.push({ records, resolve, reject });
        running ??= work();
      });
    },

    settled: () => running ?? Promise.resolve(),
  };
}

const columns = [
  ...(['day', 'time', 'level', 'logger_name', 'hook_id', 'pr_number', 'repository'] as const),
  ...(['short', 'event_type', 'scm_user', 'is_summary', 'folded', 'record'] as const),
];

function rowOf(record: LogRecord, now: Date) {
  const entry = entryOf(record);
  const text = (value: string | null) => (value === null ? null : encodeText(value));
  const time = Date.parse(entry.timestamp);
  return {
    // An entry without a time belongs to the day on which it came.
    day: (Number.isNaN(time) ? now : new Date(time)).toISOString().slice(0, 10),
    time: encodeText(entry.timestamp),
    level: text(entry.level),
    logger_name: text(entry.logger_name),
    hook_id: text(entry.hook_id),
    pr_number: entry.pr_number,
    repository: text(entry.repository),
    short: text(entry.repository?.split('/').at(-1) ?? null),
    event_type: text(entry.event_type),
    scm_user: text(entry.scm_user),
    is_summary: record.type === 'webhook_summary',
    folded: folded(entry.message),
    record: JSON.stringify(record),
  };
}
