import { Failure } from '../../../failure.ts';
import type { AnyTable, Row } from './any-table.ts';

/** The time from which on the row is absent; null: never. */
export function endOf(table: AnyTable, row: Row): string | null {
  return table.expires === undefined ? null : ((row[table.expires] ?? null) as string | null);
}

export function isOver(table: AnyTable, row: Row, now: Date): boolean {
  const end = endOf(table, row);
  return end !== null && end <= now.toISOString();
}

/** Times compare as text, so they have one spelling. */
export function assertEnd(table: AnyTable, row: Row): void {
  const end = endOf(table, row);
  if (end === null) return;
  const time = new Date(end);
  if (end.length === 24 && !Number.isNaN(time.getTime()) && time.toISOString() === end) return;
  const message = `${table.name}.${table.expires}: a time such as 2026-01-31T08:00:00.000Z`;
  throw new Failure('invalid', 'bad_time', message);
}
