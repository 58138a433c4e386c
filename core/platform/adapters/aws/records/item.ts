// A row is an item of its own partition:
//   pk, sk    r#<table>#<encoded key>, r
//   write     id of the write that made this state: every later write is conditional on it, and
//             ids never recur, unlike versions, which start again after a deletion
//   version   the row's
//   shape     table.version of the program that wrote it
//   row       the columns; or `blob`: where they are, when they are too large for an item
//   links     index or unique column → pk and sk of the item that was written with the row
import { json } from 'node:stream/consumers';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { Failure } from '../../../failure.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Column } from '../../../ports/records.ts';
import type { AnyTable, Row, StoredRow } from '../../rules/records/any-table.ts';
import { endOf, isOver } from '../../rules/records/expiry.ts';
import { newRow } from '../../rules/records/row.ts';
import type { Dynamo, Item, ItemKey } from '../dynamo/dynamo.ts';
import { encodeKey, sha256 } from './order.ts';

export interface Stores {
  readonly dynamo: Dynamo;
  readonly blobs: Blobs;
  readonly clock: Pick<Clock, 'now'>;
}

/** What is known of a key at one moment. */
export interface State {
  /** Undefined: there is no item. */
  readonly write: string | undefined;
  readonly shape: number | undefined;
  /** Columns that only another version of the table has: every write keeps them. */
  readonly others: Row;
  /** Undefined as well when its time is over and DynamoDB has not yet removed it, and when it is
   * lost. */
  readonly row: StoredRow | undefined;
  /** Its blob is gone: the table was restored without the bucket. */
  readonly isLost?: true;
  readonly links: Readonly<Record<string, ItemKey>>;
  readonly blob: string | undefined;
}

const nothing: State = {
  write: undefined,
  shape: undefined,
  others: {},
  row: undefined,
  links: {},
  blob: undefined,
};

const maxItemBytes = 350_000;

export function addressOf(table: AnyTable, key: Row): ItemKey {
  return rowAddress(table, encodeKey(table.key, key));
}

/** By the encoded key, as index entries name it. */
export function rowAddress({ name }: AnyTable, encodedKey: string): ItemKey {
  return { pk: `r#${name}#${encodedKey}`, sk: 'r' };
}

export async function readState(stores: Stores, table: AnyTable, key: ItemKey): Promise<State> {
  // A large row may be replaced, and its blob deleted, between the two reads.
  let before: string | undefined;
  for (let round = 0; round < 20; round++) {
    const item = await stores.dynamo.get(key);
    if (!item) return nothing;
    const state = await stateOf(stores, table, item);
    if (state) return state;
    const write = item['write']?.S;
    if (write === before) return { ...nothing, ...whatIsKnown(item), isLost: true };
    before = write;
  }
  throw new Failure('unavailable', 'storage_busy', `${table.name}: the row changes too fast`);
}

/** Undefined when the item's blob is gone: read the item again. */
export async function stateOf(
  { blobs, clock }: Stores,
  table: AnyTable,
  item: Item,
): Promise<State | undefined> {
  const blob = item['blob']?.S;
  const cells = blob === undefined ? cellsOf(item['row']?.M) : await cellsIn(blobs, blob);
  if (!cells) return undefined;
  const { shape } = whatIsKnown(item);
  const columns = cellsWhere(cells, (name) => name in table.columns);
  const row = shape === table.version ? columns : newRow(table, columns);
  const isGone = isOver(table, row, clock.now());
  return {
    ...whatIsKnown(item),
    others: isGone ? {} : cellsWhere(cells, (name) => !(name in table.columns)),
    row: isGone ? undefined : { ...row, version: Number(item['version']?.N) },
  };
}

/** Without the columns. */
export function whatIsKnown(item: Item): Pick<State, 'write' | 'shape' | 'links' | 'blob'> {
  const links = Object.entries(item['links']?.M ?? {}).map(([name, { L = [] }]) => [
    name,
    { pk: L[0]?.S ?? '', sk: L[1]?.S ?? '' },
  ]);
  return {
    write: item['write']?.S,
    shape: Number(item['shape']?.N),
    links: Object.fromEntries(links) as Record<string, ItemKey>,
    blob: item['blob']?.S,
  };
}

export interface RowItem {
  readonly row: Row;
  readonly version: number;
  readonly write: string;
  readonly links: Readonly<Record<string, ItemKey>>;
  readonly others: Row;
}

/** The item of a row; what is too large for one goes into Blobs first. */
export async function itemOf(
  blobs: Blobs,
  table: AnyTable,
  key: ItemKey,
  { row, version, write, links, others }: RowItem,
): Promise<Item> {
  const pairs = Object.entries(links).map(([name, { pk, sk }]) => [
    name,
    { L: [{ S: pk }, { S: sk }] },
  ]);
  return {
    ...keyAttributes(key),
    write: { S: write },
    version: { N: String(version) },
    shape: { N: String(table.version) },
    // Version 0.2.0 refuses a row of a newer shape without it.
    oldest: { N: '1' },
    links: { M: Object.fromEntries(pairs) as Item },
    ...timeToLive(table, row),
    ...(await contentOf(blobs, table, { ...others, ...row }, write)),
  };
}

export function keyAttributes({ pk, sk }: ItemKey): Item {
  return { pk: { S: pk }, sk: { S: sk } };
}

/** The attribute by which DynamoDB removes the item, days after its time. */
export function timeToLive(table: AnyTable, row: Row): Item {
  const end = endOf(table, row);
  return end === null ? {} : { expiresAt: { N: String(Math.ceil(Date.parse(end) / 1_000)) } };
}

export function encodeCells(table: AnyTable, row: Row, names: readonly string[]): Item {
  const cells: Item = {};
  for (const name of names) {
    cells[name] = encodeCell(table.columns[name], row[name]);
  }
  return cells;
}

export function cellsOf(item: Item | undefined): Row {
  return Object.fromEntries(
    Object.entries(item ?? {}).map(([name, value]) => [name, decodeCell(value)]),
  );
}

async function contentOf(blobs: Blobs, table: AnyTable, row: Row, write: string): Promise<Item> {
  const names = Object.keys(row).filter((name) => name !== 'version');
  const cells = encodeCells(table, row, names);
  const size = Object.entries(cells).reduce(
    (sum, [name, cell]) => sum + name.length + sizeOf(cell),
    0,
  );
  if (size <= maxItemBytes) return { row: { M: cells } };
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])));
  // Named by content and write: a row that is written again as it was must not lose its new blob
  // with its old one.
  const blob = `records/${table.name}/${sha256(`${write}\n${text}`)}`;
  await blobs.put(blob, text);
  return { blob: { S: blob } };
}

async function cellsIn(blobs: Blobs, key: string): Promise<Row | undefined> {
  const content = await blobs.get(key);
  if (!content) return undefined;
  return (await json(content.body)) as Row;
}

function cellsWhere(cells: Row, isWanted: (name: string) => boolean): Row {
  return Object.fromEntries(Object.entries(cells).filter(([name]) => isWanted(name)));
}

// Cells say what they are, because the program that reads them may know another shape. Reals
// travel as text: DynamoDB's numbers end at 1e126, doubles at 1e308.
function encodeCell(column: Column | undefined, value: unknown): AttributeValue {
  if (value === null || value === undefined) return { NULL: true };
  if (column?.type === 'integer') return { N: JSON.stringify(value) };
  if (typeof value === 'boolean' && column?.type === 'boolean') return { BOOL: value };
  if (typeof value === 'string' && column?.type === 'text') return { S: value };
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
