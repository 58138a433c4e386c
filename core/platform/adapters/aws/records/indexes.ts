// Which links (index entries and unique values) every row of a table has:
//   pk, sk   x#<table>, x
//   write    id of the write that made this state
//   ready    link → its signature, for the links that every row has
//   since    when the job first found a link that is not ready
//   cursor   where the job goes on
// A new table starts with all links ready. A program that finds a ready link of another signature
// withdraws it: its own writes will not keep it.
import type { AnyTable } from '../../rules/records/any-table.ts';
import type { Condition } from '../dynamo/dynamo.ts';
import { oldestReader, type Stores } from './item.ts';
import { partitions } from './links.ts';
import { newToken, TOP } from './order.ts';

export interface Known {
  readonly write: string | undefined;
  readonly ready: Readonly<Record<string, string>>;
  readonly since?: string | undefined;
  readonly cursor?: string | undefined;
}

export interface Indexes {
  /** The links of the table that some rows may lack. */
  building(table: AnyTable): Promise<ReadonlySet<string>>;
  /** The state, without ready links that this program does not keep. */
  register(table: AnyTable): Promise<Known>;
  /** Undefined when another program was faster. */
  save(table: AnyTable, known: Known): Promise<Known | undefined>;
}

/** Another program's change of the state is noticed within this time. */
const freshMilliseconds = 10_000;

export function tableIndexes({ dynamo, clock }: Stores): Indexes {
  const cached = new WeakMap<AnyTable, { known: Promise<Known>; until: number }>();

  return {
    async building(table) {
      const now = clock.now().getTime();
      let entry = cached.get(table);
      if (!entry || entry.until <= now) {
        entry = { known: register(table), until: now + freshMilliseconds };
        cached.set(table, entry);
        entry.known.catch(() => cached.delete(table));
      }
      return missing(table, (await entry.known).ready);
    },

    register,
    save,
  };

  async function register(table: AnyTable): Promise<Known> {
    for (;;) {
      const known = await read(table);
      const own = signatures(table);
      const links = Object.entries(known?.ready ?? {});
      const kept = links.filter(([link, signature]) => own[link] === signature);
      if (known && kept.length === links.length) return known;
      const isNew = !known && (await isEmpty(table));
      const ready = isNew ? own : Object.fromEntries(kept);
      const saved = await save(table, { write: known?.write, ready });
      if (saved) return saved;
    }
  }

  async function read({ name }: AnyTable): Promise<Known | undefined> {
    const item = await dynamo.get(addressOf(name));
    return item && (JSON.parse(item['state']?.S ?? '{}') as Known);
  }

  async function save(table: AnyTable, { write, ...state }: Known): Promise<Known | undefined> {
    const saved = { ...state, write: newToken() };
    const condition: Condition =
      write === undefined ? 'absent' : { attribute: 'write', equals: write };
    const { pk, sk } = addressOf(table.name);
    const content = { write: { S: saved.write }, state: { S: JSON.stringify(saved) } };
    const item = { pk: { S: pk }, sk: { S: sk }, ...content };
    const outcome = await dynamo.transact([{ put: item, condition }], saved.write);
    return outcome === 'done' ? saved : undefined;
  }

  async function isEmpty(table: AnyTable): Promise<boolean> {
    const range = { low: '\u0001', high: TOP, descending: false, limit: 1 };
    const shards = partitions(table, undefined, []).map((pk) => dynamo.range(pk, range));
    return (await Promise.all(shards)).every(({ items }) => items.length === 0);
  }
}

function addressOf(name: string) {
  return { pk: `x#${name}`, sk: 'x' };
}

/** The links of the program that are not ready. */
export function missing(table: AnyTable, ready: Known['ready']): ReadonlySet<string> {
  const links = Object.entries(signatures(table));
  return new Set(links.flatMap(([link, signature]) => (ready[link] === signature ? [] : [link])));
}

/** What the items of a link look like: two programs with one signature write the same. */
export function signatures(table: AnyTable): Record<string, string> {
  const { indexes, unique, expires = '', shards } = table;
  const common = [oldestReader(table), expires, shards];
  const links: Record<string, string> = {};
  for (const [name, { equal, order, carries = [] }] of Object.entries(indexes)) {
    links[`i:${name}`] = JSON.stringify([...common, equal, order, carries]);
  }
  for (const column of unique) links[`u:${column}`] = JSON.stringify(common);
  return links;
}
