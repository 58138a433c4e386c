// A row as DynamoDB keeps it:
//   pk, sk    r#<table>, the encoded key
//   write     id of the write that made this state: every later write is conditional on it, and
//             ids never recur, unlike versions, which start again when a row is deleted
//   version   the row's; absent: the key holds no row, only a `write` (see record-claims.ts)
//   shape     table.version of the program that wrote it
//   row       the columns; or `blob`: where they are, when they are too large for an item
//   claims    index or unique column → id of the write that made its item (see record-claims.ts)
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { Failure } from '../../failure.ts';
import type { Blobs, Column, Stored, Table } from '../../ports.ts';
import type { Dynamo, Item, ItemKey } from './dynamo.ts';
import { newToken, sha256 } from './dynamo-order.ts';

/** What is known of a key at one moment. */
export interface State<Row> {
  /** Undefined: there is no item. */
  readonly write: string | undefined;
  readonly shape: number | undefined;
  readonly row: Stored<Row> | undefined;
  readonly claims: Readonly<Record<string, string>>;
  /** The item; its `blob`, if any, goes when the row is replaced. */
  readonly content: Item;
}

export const NOTHING: State<never> = {
  write: undefined,
  shape: undefined,
  row: undefined,
  claims: {},
  content: {},
};

const LARGEST_ITEM = 350_000;
const LARGEST_ROW = 16 * 1024 * 1024;

export async function readState<Row extends object>(
  { dynamo, blobs }: { dynamo: Dynamo; blobs: Blobs },
  table: Table<Row>,
  key: ItemKey,
): Promise<State<Row>> {
  // A large row may be replaced, and its blob deleted, between the two reads.
  for (let round = 0; round < 20; round++) {
    const item = await dynamo.get(key);
    if (!item) return NOTHING;
    const state = await stateOf(blobs, table, item);
    if (state) return state;
  }
  throw new Failure('unavailable', 'storage_busy', `${table.name}: the row changes too fast`);
}

/** Undefined when the item's blob is gone: read the item again. */
export async function stateOf<Row extends object>(
  blobs: Blobs,
  table: Table<Row>,
  item: Item,
): Promise<State<Row> | undefined> {
  const write = item['write']?.S;
  const blob = item['blob']?.S;
  const version = item['version']?.N;
  if (version === undefined) return { ...NOTHING, write };
  const shape = Number(item['shape']?.N);
  const cells = blob === undefined ? cellsOf(item) : await cellsIn(blobs, blob);
  if (!cells) return undefined;
  const row = shape === table.version ? (cells as Row) : upgraded(table, cells, shape);
  const claims = Object.entries(item['claims']?.M ?? {}).map(([name, { S = '' }]) => [name, S]);
  return {
    write,
    shape,
    row: { ...row, version: Number(version) },
    claims: Object.fromEntries(claims) as Record<string, string>,
    content: item,
  };
}

/** The attributes that carry a row's columns: themselves, or where in Blobs they now are. */
export async function contentOf<Row extends object>(
  blobs: Blobs,
  table: Table<Row>,
  row: Row,
  write: string,
): Promise<Item> {
  const cells: Item = {};
  let size = 0;
  for (const [name, column] of Object.entries(table.columns)) {
    const cell = encodeCell(column, (row as Record<string, unknown>)[name]);
    cells[name] = cell;
    size += name.length + sizeOf(cell);
  }
  if (size <= LARGEST_ITEM) return { row: { M: cells } };
  if (size > LARGEST_ROW) {
    const message = `${table.name}: a row takes at most 16 MiB`;
    throw new Failure('too-large', 'row_too_large', message);
  }
  const names = Object.keys(table.columns) as (keyof Row)[];
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])));
  // Named by content and write: a row that is written again as it was must not lose its new blob
  // with its old one.
  const blob = `records/${table.name}/${sha256(`${write}\n${text}`)}`;
  await blobs.put(blob, text);
  return { blob: { S: blob } };
}

export function itemOf<Row extends object>(
  table: Table<Row>,
  key: ItemKey,
  version: number,
  parts: { content: Item; write: string; claims: Readonly<Record<string, string>> },
): Item {
  const claims = Object.entries(parts.claims).map(([name, token]) => [name, { S: token }]);
  return {
    ...keyAttributes(key),
    write: { S: parts.write },
    version: { N: String(version) },
    shape: { N: String(table.version) },
    claims: { M: Object.fromEntries(claims) as Item },
    ...parts.content,
  };
}

export function keyAttributes({ pk, sk }: ItemKey): Item {
  return { pk: { S: pk }, sk: { S: sk } };
}

/** An item that makes a key known without a row at it; DynamoDB removes it after a day. */
export function tombstone(key: ItemKey): Item {
  const expiresAt = { N: String(Math.floor(Date.now() / 1000) + 86_400) };
  return { ...keyAttributes(key), write: { S: newToken() }, expiresAt };
}

function cellsOf(item: Item): Record<string, unknown> {
  const cells: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(item['row']?.M ?? {})) {
    cells[name] = decodeCell(value);
  }
  return cells;
}

async function cellsIn(blobs: Blobs, key: string): Promise<Record<string, unknown> | undefined> {
  const content = await blobs.get(key);
  if (!content) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.body) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}

function upgraded<Row extends object>(
  table: Table<Row>,
  cells: Record<string, unknown>,
  shape: number,
): Row {
  if (shape > table.version) {
    const message = `${table.name}: a newer program wrote this data; run that one`;
    throw new Failure('configuration', 'newer_data', message);
  }
  let row = cells;
  for (let version = shape + 1; version <= table.version; version++) {
    row = table.upgrades[version]?.(row) ?? row;
  }
  return completed(table, row);
}

/** A whole row: columns that are not given get their initial values. */
export function completed<Row extends object>(table: Table<Row>, given: object): Row {
  const row: Record<string, unknown> = { ...given };
  for (const [name, { initial }] of Object.entries(table.columns)) {
    if (row[name] === undefined && initial !== undefined) row[name] = initial;
  }
  return table.parse(row);
}

// Cells say what they are, because the program that reads them may know another shape. Reals
// travel as text: DynamoDB's numbers end at 1e126, doubles at 1e308.
function encodeCell(column: Column, value: unknown): AttributeValue {
  if (value === null || value === undefined) return { NULL: true };
  if (column.type === 'integer') return { N: JSON.stringify(value) };
  if (typeof value === 'boolean' && column.type === 'boolean') return { BOOL: value };
  if (typeof value === 'string' && column.type === 'text') return { S: value.toWellFormed() };
  return { M: { json: { S: JSON.stringify(value) } } };
}

function decodeCell(value: AttributeValue): unknown {
  if (value.NULL) return null;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  const text = value.M?.['json']?.S;
  return text === undefined ? value.S : JSON.parse(text);
}

/** The bytes of a cell, about. */
function sizeOf(cell: AttributeValue): number {
  const text = cell.S ?? cell.M?.['json']?.S;
  return text === undefined ? 30 : Buffer.byteLength(text);
}
