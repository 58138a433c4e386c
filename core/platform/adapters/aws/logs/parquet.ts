import type { DuckDBAppender } from '@duckdb/node-api';
import type { LogEntry } from '../../../ports/logs.ts';
import { folded } from '../../rules/logs/folded.ts';
import { textColumns, type PlacedRecord } from '../../rules/logs/plain-dialect.ts';
import type { Engine } from './engine.ts';
import type { LogFile } from './files.ts';

/** `folded` is the message as it is compared, unless `lower()` makes it; `summary` the JSON of a
 * summary. infra/log-table.ts has the same columns. */
export const logColumns = {
  cursor: 'BIGINT',
  time: 'TIMESTAMP',
  ...Object.fromEntries(textColumns.map((name) => [name, 'VARCHAR'])),
  pr_number: 'BIGINT',
  token_spend: 'DOUBLE',
  folded: 'VARCHAR',
  summary: 'VARCHAR',
};

export const entryColumns = [
  ...textColumns,
  'cursor::DOUBLE AS cursor',
  'epoch_ms(time)::DOUBLE AS ms',
  'pr_number::DOUBLE AS pr_number',
  'token_spend',
  'summary',
].join();
export const hasText = 'contains(coalesce(folded, lower(message)), ?)';

const isAscii = /^[\u0002-\u007f]*$/;

/** Paths of ours, as a table in SQL. */
export function filesOf(paths: readonly string[]): string {
  return `read_parquet([${paths.map((path) => `'${path}'`).join()}], hive_partitioning = false)`;
}

/** SQL that writes the rows of a table as a file. */
export function copyOf(source: string, path: string): string {
  return `COPY (FROM ${source} ORDER BY time, cursor) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`;
}

export function writeRecords(
  engine: Engine,
  records: readonly PlacedRecord[],
  path: string,
): Promise<void> {
  const columns = Object.entries({ ...logColumns, time: 'BIGINT' }).map((one) => one.join(' '));
  return engine.connected(async (connection) => {
    await connection.run(`CREATE TEMP TABLE record (${columns.join()})`);
    const appender = await connection.createAppender('record');
    for (const record of records) append(appender, record);
    appender.closeSync();
    const rows = '(SELECT * REPLACE (make_timestamp_ms(time) AS time) FROM record)';
    await connection.run(copyOf(rows, path));
  });
}

function append(appender: DuckDBAppender, { entry, summary }: PlacedRecord): void {
  const { cursor, message, pr_number, token_spend } = entry;
  const values = [
    cursor,
    timeOf(entry),
    ...textColumns.map((name) => entry[name]),
    pr_number,
    token_spend,
    isAscii.test(message) ? null : folded(message),
    summary ? JSON.stringify(summary) : null,
  ];
  for (const value of values) {
    if (value === null) appender.appendNull();
    else if (typeof value === 'number') appender.appendDouble(value);
    else appender.appendVarchar(value.toWellFormed());
  }
  appender.endRow();
}

/** In milliseconds. What is no time must not stop the entries behind it. */
export function timeOf({ timestamp }: LogEntry): number {
  return Date.parse(timestamp) || 0;
}

type Stats = Pick<LogFile, 'first' | 'last' | 'count' | 'from' | 'to' | 'unhooked'>;

export async function statsOf(engine: Engine, path: string): Promise<Stats> {
  const [row] = await engine.rows<Omit<Stats, 'unhooked'> & { readonly unhooked: string | null }>(
    `SELECT min(cursor)::DOUBLE AS first, max(cursor)::DOUBLE AS last, count(*)::DOUBLE AS count,
       epoch_ms(min(time))::DOUBLE AS "from", epoch_ms(max(time))::DOUBLE AS "to",
       to_json(histogram(logger_name) FILTER (hook_id IS NULL))::VARCHAR AS unhooked
     FROM ${filesOf([path])}`,
  );
  if (!row) throw new Error(`${path} has no statistics`);
  return { ...row, unhooked: JSON.parse(row.unhooked ?? '{}') as Stats['unhooked'] };
}
