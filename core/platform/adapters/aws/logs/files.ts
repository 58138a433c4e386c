// The files of the log, as DynamoDB lists them in one partition:
//   head       last: the cursor up to which files hold the log; list: changes with every change
//   p<cursor>  a Parquet file, by its first cursor: object, about (JSON)
//   s<cursor>  a segment that version 0.2 wrote, in the same way. That version sees only these.
import { Failure } from '../../../failure.ts';
import type { Dynamo, Item, Write } from '../dynamo/dynamo.ts';
import { newToken } from '../records/order.ts';

interface About {
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

export interface LogFile extends About {
  /** The key in the bucket. */
  readonly object: string;
}

/** Immutable, as of one moment. */
export interface FileList {
  readonly files: readonly LogFile[];
  /** Entries up to this cursor are in files. */
  readonly last: number;
  readonly token: string;
}

/** Objects that a list names and the bucket has not. */
export class Missing extends Error {
  readonly objects: readonly string[];

  constructor(objects: readonly string[]) {
    super(`Log files are missing: ${objects.join()}`);
    this.objects = objects;
  }
}

interface Change {
  readonly added?: readonly LogFile[];
  readonly removed?: readonly LogFile[];
  /** Files hold the entries up to this cursor then. */
  readonly last?: number;
}

export type LogFiles = ReturnType<typeof logFiles>;

const pk = 'l#segments';
const head = { pk, sk: 'head' };
const maxRounds = 10;

export function logFiles(dynamo: Dynamo) {
  let list: FileList = { files: [], last: 0, token: '' };

  async function readHead() {
    const item = await dynamo.get(head);
    return { last: Number(item?.['last']?.S ?? 0), token: item?.['list']?.S ?? '' };
  }

  async function readAll(): Promise<LogFile[]> {
    const files: LogFile[] = [];
    for (let after: string | undefined, more = true; more;) {
      const bounds = { low: 'p', high: 't', descending: false, limit: 1_000 };
      const page = await dynamo.range(pk, { ...bounds, ...(after !== undefined && { after }) });
      files.push(...page.items.map(fileOf));
      after = page.items.at(-1)?.['sk']?.S;
      more = page.more;
    }
    return files;
  }

  async function current(): Promise<FileList> {
    for (let round = 0; round < maxRounds; round++) {
      const { last, token } = await readHead();
      if (token === list.token) return list;
      const files = await readAll();
      // Pages are read one after the other: only an unchanged head proves them to be one list.
      if ((await readHead()).token !== token) continue;
      list = { files, last, token };
      return list;
    }
    throw changing();
  }

  return {
    list: current,

    /**
     * Does work on files of a list. An object that is missing was replaced by a compaction, or is
     * lost: after a restore of the table the list may name objects that were deleted since. The work
     * is then repeated, and told which objects are lost.
     */
    async withoutLost<Result>(
      work: (absent: ReadonlySet<string>) => Promise<Result>,
    ): Promise<Result> {
      const absent = new Set<string>();
      for (let changes = 0; changes < maxRounds;) {
        try {
          return await work(absent);
        } catch (error) {
          if (!(error instanceof Missing)) throw error;
          const { files } = await current();
          const inList = new Set(files.map(({ object }) => object));
          const before = absent.size;
          for (const object of error.objects) if (inList.has(object)) absent.add(object);
          if (absent.size === before) changes += 1;
        }
      }
      throw changing();
    },

    /** Lists `added`, and `removed` no longer. False: the list has changed, and nothing happened. */
    async change(
      before: FileList,
      { added = [], removed = [], last = before.last }: Change,
    ): Promise<boolean> {
      const places = new Set(added.map(placeOf));
      const writes: Write[] = [
        ...added.map((file) => ({ put: itemOf(file) })),
        ...removed
          .map(placeOf)
          .filter((sk) => !places.has(sk))
          .map((sk) => ({ remove: { pk, sk } })),
      ];
      const item = {
        pk: { S: pk },
        sk: { S: head.sk },
        last: { S: String(last) },
        list: { S: newToken() },
      };
      const condition =
        before.token === '' ? 'absent' : ({ attribute: 'list', equals: before.token } as const);
      return (await dynamo.transact([{ put: item, condition }, ...writes], newToken())) === 'done';
    },
  };
}

function changing(): Failure {
  return new Failure('unavailable', 'storage_busy', 'The log is changing. Try again.');
}

export function cursorKey(cursor: number): string {
  return String(cursor).padStart(16, '0');
}

function placeOf({ first, indexAt }: LogFile): string {
  return `${indexAt === undefined ? 'p' : 's'}${cursorKey(first)}`;
}

function itemOf(file: LogFile): Item {
  const { object, ...about } = file;
  return {
    pk: { S: pk },
    sk: { S: placeOf(file) },
    object: { S: object },
    about: { S: JSON.stringify(about) },
  };
}

function fileOf(item: Item): LogFile {
  const about = JSON.parse(item['about']?.S ?? '{}') as About;
  return { ...about, object: item['object']?.S ?? '' };
}
