import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { entryOf } from '../../rules/logs/entry-of.ts';
import { folded } from '../../rules/logs/folded.ts';
import { textColumns } from '../../rules/logs/plain-dialect.ts';
import { rowsOf } from './engine.ts';
import type { LogFile } from './files.ts';
import type { Line } from './tail.ts';

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

/** A temporary table of the lines, as SQL. */
export async function tableOf(
  connection: DuckDBConnection,
  lines: readonly Line[],
): Promise<string> {
  const declarations = Object.entries({ ...logColumns, time: 'BIGINT' }).map((one) =>
    one.join(' '),
  );
  await connection.run(`CREATE OR REPLACE TEMP TABLE line (${declarations.join()})`);
  const appender = await connection.createAppender('line');
  for (const line of lines) append(appender, line);
  appender.closeSync();
  return '(SELECT * REPLACE (make_timestamp_ms(time) AS time) FROM line)';
}

function append(appender: DuckDBAppender, { cursor, record }: Line): void {
  const entry = entryOf(record);
  const text = (value: string | null) =>
    value === null ? appender.appendNull() : appender.appendVarchar(value.toWellFormed());
  appender.appendBigInt(BigInt(cursor));
  appender.appendBigInt(BigInt(timeOf({ record })));
  for (const name of textColumns) text(entry[name]);
  if (entry.pr_number === null) appender.appendNull();
  else appender.appendBigInt(BigInt(Math.trunc(entry.pr_number)));
  if (entry.token_spend === null) appender.appendNull();
  else appender.appendDouble(entry.token_spend);
  text(isAscii.test(entry.message) ? null : folded(entry.message));
  text(record.type === 'webhook_summary' ? JSON.stringify(record) : null);
  appender.endRow();
}

/** In milliseconds. What is no time must not stop the entries behind it. */
export function timeOf({ record }: Pick<Line, 'record'>): number {
  return Date.parse(entryOf(record).timestamp) || 0;
}

type Stats = Pick<LogFile, 'first' | 'last' | 'count' | 'from' | 'to' | 'unhooked'>;

/** Writes a file of the rows of a table or of files. */
export async function writeParquet(
  connection: DuckDBConnection,
  source: string,
  path: string,
): Promise<Stats> {
  const order = 'ORDER BY time, cursor';
  const form = 'FORMAT parquet, COMPRESSION zstd';
  await connection.run(`COPY (SELECT * FROM ${source} ${order}) TO '${path}' (${form})`);
  const loggers = await rowsOf<Omit<Stats, 'unhooked'> & { logger: string; unhooked: number }>(
    connection,
    `SELECT logger_name AS logger, count(*) FILTER (hook_id IS NULL)::DOUBLE AS unhooked,
       count(*)::DOUBLE AS count, min(cursor)::DOUBLE AS first, max(cursor)::DOUBLE AS last,
       epoch_ms(min(time))::DOUBLE AS "from", epoch_ms(max(time))::DOUBLE AS "to"
     FROM ${filesOf([path])} GROUP BY 1`,
  );
  const of = (name: 'first' | 'last' | 'from' | 'to') => loggers.map((one) => one[name]);
  return {
    first: Math.min(...of('first')),
    last: Math.max(...of('last')),
    from: Math.min(...of('from')),
    to: Math.max(...of('to')),
    count: loggers.reduce((sum, { count }) => sum + count, 0),
    unhooked: Object.fromEntries(loggers.map(({ logger, unhooked }) => [logger, unhooked])),
  };
}

/** Paths of ours, as a table in SQL. */
export function filesOf(paths: readonly string[]): string {
  return `read_parquet([${paths.map((path) => `'${path}'`).join()}], hive_partitioning = false)`;
}
