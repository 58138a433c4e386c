import { Failure } from '../../failure.ts';
import type { Page, Query, Table } from '../../ports.ts';
import { compareText } from './dynamo-order.ts';
import { planOf } from './record-plan.ts';
import { scanOf } from './record-scan.ts';
import type { Placed } from './record-scan.ts';
import type { Stores } from './record-write.ts';

const MOST = 10_000;

export async function listRows<Row extends object>(
  stores: Stores,
  table: Table<Row>,
  query: Query<Row>,
): Promise<Page<Row>> {
  const { limit = 100 } = query;
  // A cursor goes on from its row; an offset was for the first page.
  const offset = query.cursor === undefined ? (query.offset ?? 0) : 0;
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) throw outOfRange('limit');
  if (!Number.isInteger(offset) || offset < 0) throw outOfRange('offset');
  const plan = planOf(table, query);
  const after = query.cursor === undefined ? undefined : plan.positionOf(query.cursor);
  const compare = (one: string, other: string) =>
    compareText(one, other) * (plan.descending ? -1 : 1);

  const wanted = offset + limit + 1;
  let [first, total]: [Placed<Row>[], number] = [[], 0];
  const take = (rows: readonly Placed<Row>[]) => {
    const matches = rows.filter(({ row }) => plan.matches(row));
    total += matches.length;
    const following = matches.filter(
      ({ position }) => after === undefined || compare(position, after) > 0,
    );
    first = [...first, ...following].sort((one, other) => compare(one.position, other.position));
    first = first.slice(0, wanted);
  };
  // A total counts what lies before the cursor too.
  const scan = scanOf(stores, table, plan, query.total ? undefined : after, wanted);
  for await (const rows of scan.rows()) {
    take(rows);
    if (first.length === wanted && !query.total) break;
  }
  take(await scan.overtaken());

  const page = first.slice(offset, offset + limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }) => row),
    ...(first.length === wanted && last ? { cursor: plan.cursorAt(last.position) } : {}),
    ...(query.total ? { total } : {}),
  };
}

function outOfRange(what: string): Failure {
  return new Failure('invalid', 'bad_query', `${what} is out of range`);
}
