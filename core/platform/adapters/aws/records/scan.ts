import type { AnyTable, Row } from '../../rules/records/any-table.ts';
import type { ReadQuery } from '../../rules/records/query.ts';
import type { Dynamo, Item } from '../dynamo/dynamo.ts';
import { compareText, encodeNullable, encodeValue, separator, highest } from './order.ts';
import { cellsOf } from './item.ts';
import { partitions, positionOf } from './links.ts';

export interface Entry {
  /** The encoded key of its row. */
  readonly row: string;
  /** What rows are ordered by; no two rows share one. */
  readonly position: string;
  /** The columns that the entry carries. */
  readonly cells: Row;
}

/** Sort keys take 1,024 bytes at most, and so do their bounds; those of rows are shorter. */
const maxBoundBytes = 1_015;
const maxPageEntries = 1_000;

/** The entries of a query's range in its order, piece by piece, from all shards. */
export async function* entriesOf(
  dynamo: Dynamo,
  table: AnyTable,
  query: ReadQuery,
  { after, count }: { readonly after: string | undefined; readonly count: number },
): AsyncGenerator<Entry[]> {
  const { descending } = query;
  const direction = descending ? -1 : 1;
  const bounds = { ...rangeOf(table, query), descending };
  const values = query.index === undefined ? [] : equalValues(table, query);
  const shards = partitions(table, query.index, values).map((pk) => ({
    pk,
    last: after,
    more: true,
    waiting: [] as Entry[],
  }));
  let limit = Math.min(maxPageEntries, Math.max(20, count));
  while (shards.some(({ more }) => more)) {
    await Promise.all(
      shards.map(async (shard) => {
        if (!shard.more || shard.waiting.length > 0) return;
        const from = shard.last === undefined ? {} : { after: shard.last };
        const page = await dynamo.range(shard.pk, { ...bounds, ...from, limit });
        shard.waiting = page.items.map(entryOf);
        shard.last = shard.waiting.at(-1)?.position ?? shard.last;
        shard.more = page.more;
      }),
    );
    limit = Math.min(maxPageEntries, limit * 2);
    // A shard that has more may still bring anything beyond its last entry.
    const ends = shards.filter(({ more }) => more).map(({ last = '' }) => last);
    const [bound] = ends.sort((one, other) => compareText(one, other) * direction);
    const ready: Entry[] = [];
    for (const shard of shards) {
      const isReady = ({ position }: Entry) =>
        bound === undefined || compareText(position, bound) * direction <= 0;
      const end = shard.waiting.findIndex((entry) => !isReady(entry));
      ready.push(...shard.waiting.splice(0, end === -1 ? shard.waiting.length : end));
    }
    yield ready.sort((one, other) => compareText(one.position, other.position) * direction);
  }
}

/** The row lies in the range of the index that the query asks for. */
export function inRange(table: AnyTable, query: ReadQuery, row: Row): boolean {
  if (!query.equal.every(({ column, value }) => (row[column] ?? null) === value)) return false;
  const { low, high } = rangeOf(table, query);
  const position = positionOf(table, query.index, row);
  return compareText(position, low) >= 0 && compareText(position, high) <= 0;
}

/** Sort keys of matches lie between these, inclusive. */
function rangeOf(table: AnyTable, query: ReadQuery): { low: string; high: string } {
  const { index, from, to, ordered } = query;
  const encode = index === undefined ? encodeValue : encodeNullable;
  const base =
    index === undefined
      ? equalValues(table, query)
          .map((value) => encodeValue(value) + separator)
          .join('')
      : '';
  const lows = [base];
  const highs = [ordered === undefined ? base : base + highest];
  if (from !== undefined) lows.push(base + encode(from));
  if (to !== undefined) highs.push(base + encode(to) + separator + highest);
  const low = lows.sort(compareText).at(-1) || separator;
  const high = highs.sort(compareText)[0] ?? highest;
  // No sort key is longer, so what follows in a bound makes no difference.
  return { low: head(low), high: head(high) === high ? high : head(high) + highest };
}

export function equalValues(table: AnyTable, { index, equal }: ReadQuery): unknown[] {
  const columns = (index === undefined ? table.key : table.indexes[index]?.equal) ?? [];
  const values = new Map(equal.map(({ column, value }) => [column, value]));
  return columns.filter((name) => values.has(name)).map((name) => values.get(name));
}

function head(text: string): string {
  if (Buffer.byteLength(text) <= maxBoundBytes) return text;
  return Buffer.from(text)
    .subarray(0, maxBoundBytes)
    .toString()
    .replace(/\ufffd$/, '');
}

function entryOf(item: Item): Entry {
  return {
    row: item['row']?.S ?? '',
    position: item['sk']?.S ?? '',
    cells: cellsOf(item['cells']?.M),
  };
}
