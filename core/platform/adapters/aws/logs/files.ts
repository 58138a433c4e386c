// The files of the log, as DynamoDB lists them in one partition:
//   head   last: the cursor up to which files hold the log; list: changes with every change
//   p…     a Parquet file: object, about (JSON)
//   s…     a segment that version 0.2 wrote, in the same way. That version sees only these.
import { itemsBetween, type Dynamo, type Item, type Write } from '../dynamo/dynamo.ts';
import { newToken } from '../records/order.ts';

export interface LogFile {
  /** The sort key of its item. */
  readonly place: string;
  /** The key in the bucket. */
  readonly object: string;
  /** The lowest and the highest cursor. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** The size of the object. */
  readonly bytes: number;
  /** The first and last time, in milliseconds. */
  readonly from: number;
  readonly to: number;
  /** UTC. */
  readonly day: string;
  /** Entries without hook_id, by logger. */
  readonly unhooked: Readonly<Record<string, number>>;
  /** Only of a segment: where its index begins. */
  readonly indexAt?: number;
}

/** Immutable, as of one moment. */
export interface FileList {
  readonly files: readonly LogFile[];
  /** Entries up to this cursor are in files. */
  readonly last: number;
  readonly token: string;
}

interface Change {
  readonly added?: readonly Omit<LogFile, 'place'>[];
  readonly removed?: readonly LogFile[];
  /** Files hold the entries up to this cursor then. */
  readonly last?: number;
}

const pk = 'l#segments';
const head = { pk, sk: 'head' };

export function logFiles(dynamo: Dynamo) {
  let list: FileList = { files: [], last: 0, token: '' };

  async function readHead() {
    const item = await dynamo.get(head);
    return { last: Number(item?.['last']?.S ?? 0), token: item?.['list']?.S ?? '' };
  }

  return {
    async list(): Promise<FileList> {
      for (;;) {
        const before = await readHead();
        if (before.token === list.token) return list;
        const items = await Array.fromAsync(itemsBetween(dynamo, pk, { low: 'p', high: 't' }));
        // Pages are read one after the other: only an unchanged head proves them to be one list.
        if ((await readHead()).token !== before.token) continue;
        list = { ...before, files: items.map(fileOf) };
        return list;
      }
    },

    /** Lists `added`, and `removed` no longer. False: the list has changed, and nothing happened. */
    async change(
      before: FileList,
      { added = [], removed = [], last = before.last }: Change,
    ): Promise<boolean> {
      const item = {
        pk: { S: pk },
        sk: { S: head.sk },
        last: { S: String(last) },
        list: { S: newToken() },
      };
      const condition =
        before.token === '' ? 'absent' : ({ attribute: 'list', equals: before.token } as const);
      const writes: Write[] = [
        { put: item, condition },
        ...added.map((file) => ({ put: itemOf(file) })),
        ...removed.map(({ place }) => ({ remove: { pk, sk: place } })),
      ];
      return (await dynamo.transact(writes, newToken())) === 'done';
    },
  };
}

function itemOf({ object, ...about }: Omit<LogFile, 'place'>): Item {
  return {
    pk: { S: pk },
    sk: { S: `p${object}` },
    object: { S: object },
    about: { S: JSON.stringify(about) },
  };
}

function fileOf(item: Item): LogFile {
  const about = JSON.parse(item['about']?.S ?? '{}') as Omit<LogFile, 'place' | 'object'>;
  return { ...about, object: item['object']?.S ?? '', place: item['sk']?.S ?? '' };
}
