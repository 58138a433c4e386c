import type { LogEntry, LogQuery, LogValues } from '../../../ports/logs.ts';

/** The values of an entry that an index holds. */
export const columnNames = [
  'level',
  'logger_name',
  'hook_id',
  'event_type',
  'repository',
  'pr_number',
  'scm_user',
] as const;
export type ColumnName = (typeof columnNames)[number];

type Value = string | number | null;

/** Dictionary encoding: row `n` has `values[rows[n]]`. */
export interface Column {
  readonly values: readonly Value[];
  readonly rows: Uint32Array;
}
export type Columns = Readonly<Record<ColumnName, Column>>;

export function columnsOf(entries: readonly LogEntry[]): Columns {
  const column = (name: ColumnName): Column => {
    const places = new Map<Value, number>();
    const rows = Uint32Array.from(entries, (entry) => {
      const place = places.get(entry[name]) ?? places.size;
      places.set(entry[name], place);
      return place;
    });
    return { values: [...places.keys()], rows };
  };
  return Object.fromEntries(columnNames.map((name) => [name, column(name)])) as Columns;
}

type ColumnValues = Partial<Record<ColumnName, string | number>>;

/** The conditions that need no message. */
function exactOf({ search: _search, ...rest }: LogValues = {}): [ColumnName, Value][] {
  return Object.entries(rest as ColumnValues).filter(([, value]) => value !== undefined) as [
    ColumnName,
    Value,
  ][];
}

/** The texts of the values that a query can ask for, for a Bloom filter. */
export function termsOf(columns: Columns): Set<string> {
  const terms = new Set<string>();
  for (const name of columnNames) {
    for (const value of columns[name].values) {
      if (value === null) continue;
      terms.add(termOf(name, value));
      if (name === 'repository') terms.add(termOf(name, shortName(String(value))));
    }
  }
  return terms;
}

export function termsAskedFor({ where }: LogQuery): string[] {
  return exactOf(where).map(([name, value]) => termOf(name, value));
}

/** Whether a row can be a result, as far as its columns tell. */
export function columnTest(query: LogQuery, columns: Columns): (row: number) => boolean {
  const conditions = exactOf(query.where).map(([name, value]) => mask(columns[name], name, value));
  const exclusions = exactOf(query.not).map(([name, value]) => mask(columns[name], name, value));
  const noise = new Set<Value>(query.withoutNoiseOf);
  const { hook_id: hook, logger_name: logger } = columns;
  const noHook = hook.values.indexOf(null);
  const isNoise = Uint8Array.from(logger.values, (value) => Number(noise.has(value)));
  const has = ({ bits, rows }: ReturnType<typeof mask>, row: number) =>
    bits[rows[row] as number] === 1;
  return (row) =>
    conditions.every((one) => has(one, row)) &&
    !exclusions.some((one) => has(one, row)) &&
    !(hook.rows[row] === noHook && isNoise[logger.rows[row] as number] === 1);
}

function mask({ values, rows }: Column, name: ColumnName, operand: Value) {
  const isEqual = (value: Value) =>
    value === operand ||
    (name === 'repository' && typeof value === 'string' && shortName(value) === operand);
  return { rows, bits: Uint8Array.from(values, (value) => Number(isEqual(value))) };
}

/** A query may name a repository by its last part. */
function shortName(repository: string): string {
  return repository.slice(repository.lastIndexOf('/') + 1);
}

function termOf(name: ColumnName, value: Value): string {
  return `${name}=${value}`;
}
