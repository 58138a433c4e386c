import { Failure } from '../../../failure.ts';
import { fits } from '../../../table.ts';
import { asStored, columnOf, type AnyTable, type Row } from './any-table.ts';

const maxKeyBytes = 600;
const maxOrderBytes = 400;

/** The key's columns, checked, as they are stored. */
export function readKey(table: AnyTable, key: Row): Row {
  const read: Row = {};
  for (const name of table.key) {
    const { type } = columnOf(table, name);
    const value = key[name];
    if (value === undefined || value === null || !fits(type, value)) {
      throw new Failure('invalid', 'bad_key', `${table.name}.${name}: not a value of the key`);
    }
    read[name] = asStored(type, value);
  }
  if (Object.keys(key).length !== table.key.length) {
    throw new Failure('invalid', 'bad_key', `${table.name}: the key is ${table.key.join(', ')}`);
  }
  assertKeyLength(table, read);
  return read;
}

/** The key of a whole or partial row. */
export function keyOf(table: AnyTable, row: Row): Row {
  return readKey(table, Object.fromEntries(table.key.map((name) => [name, row[name]])));
}

export function assertKeyLength(table: AnyTable, row: Row): void {
  if (table.key.reduce((sum, name) => sum + mostBytes(row[name]), 0) <= maxKeyBytes) return;
  const bytes = table.key.reduce((sum, name) => sum + bytesIn(row[name]), 0);
  if (bytes > maxKeyBytes) throw tooLong(`${table.name}: the key`, bytes, maxKeyBytes);
}

export function assertOrderLengths(table: AnyTable, row: Row): void {
  for (const { order } of Object.values(table.indexes)) {
    if (mostBytes(row[order]) <= maxOrderBytes) continue;
    const bytes = bytesIn(row[order]);
    if (bytes > maxOrderBytes) throw tooLong(`${table.name}.${order}`, bytes, maxOrderBytes);
  }
}

function tooLong(what: string, bytes: number, most: number): Failure {
  return new Failure(
    'invalid',
    'key_too_long',
    `${what} takes ${bytes} bytes, at most ${most} fit`,
  );
}

/** What a value takes at most; it is counted only when it may be too long. */
function mostBytes(value: unknown): number {
  return typeof value === 'string' ? value.length * 3 : 8;
}

// DynamoDB's keys escape these.
const doubled = /[\u0000-\u0002\u{10fffe}\u{10ffff}]/gu;

function bytesIn(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value !== 'string') return 8;
  return Buffer.byteLength(value) + (value.match(doubled)?.length ?? 0);
}
