// The segments of the log, as DynamoDB keeps them in one partition:
//   head       last: the cursor up to which segments hold the log; list: changes with every change
//   s<cursor>  a segment, by its first cursor: object, about (JSON), bloom
import { randomUUID } from 'node:crypto';
import { Failure } from '../../../failure.ts';
import type { BlobContent } from '../../../ports/blobs.ts';
import type { S3Objects } from '../blobs/objects.ts';
import { upload } from '../blobs/upload.ts';
import type { Dynamo, Item, Write } from '../dynamo/dynamo.ts';
import { newToken } from '../records/order.ts';
import {
  decodeBlock,
  decodeIndex,
  encodeSegment,
  type Line,
  type SegmentIndex,
} from './segment.ts';

interface About {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** The size of the object. */
  readonly bytes: number;
  readonly indexAt: number;
  /** The first and last time, in milliseconds. */
  readonly from: number;
  readonly to: number;
  /** UTC. */
  readonly day: string;
  /** Entries without hook_id, by logger. */
  readonly unhooked: Readonly<Record<string, number>>;
}

export interface Segment extends About {
  /** The key in the bucket. */
  readonly object: string;
  readonly bloom: Uint8Array;
}

/** Immutable, as of one moment. */
export interface SegmentList {
  /** In the order of their cursors. */
  readonly segments: readonly Segment[];
  /** Entries up to this cursor are in segments. */
  readonly last: number;
  readonly token: string;
}

export type Segments = ReturnType<typeof segmentStore>;

export const segmentFolder = 'logs/segments/';
const pk = 'l#segments';
const head = { pk, sk: 'head' };
/** Bytes of decoded indexes that a process keeps. */
const maxIndexBytes = 128 * 1024 * 1024;
const maxRounds = 10;

/** Compaction has removed an object of a list that was read before. */
class Outdated extends Error {}

/** Reads again what compaction has outdated meanwhile. */
export async function upToDate<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let round = 1; ; round++) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Outdated) || round === maxRounds) throw error;
    }
  }
}

export function segmentStore(dynamo: Dynamo, objects: S3Objects) {
  let list: SegmentList = { segments: [], last: 0, token: '' };
  const indexes = new Map<string, SegmentIndex>();
  let indexBytes = 0;

  async function readHead() {
    const item = await dynamo.get(head);
    return { last: Number(item?.['last']?.S ?? 0), token: item?.['list']?.S ?? '' };
  }

  async function readAll(): Promise<Segment[]> {
    const segments: Segment[] = [];
    for (let after: string | undefined, more = true; more;) {
      const bounds = { low: 's', high: 't', descending: false, limit: 1_000 };
      const page = await dynamo.range(pk, { ...bounds, ...(after !== undefined && { after }) });
      segments.push(...page.items.map(segmentOf));
      after = page.items.at(-1)?.['sk']?.S;
      more = page.more;
    }
    return segments;
  }

  async function bytesOf(object: string, first: number, size: number): Promise<Buffer> {
    if (size === 0) return Buffer.alloc(0);
    const content = await objects.get(object, { first, last: first + size - 1 });
    if (!content) throw new Outdated(object);
    return wholeOf(content);
  }

  return {
    async list(): Promise<SegmentList> {
      for (let round = 0; round < maxRounds; round++) {
        const { last, token } = await readHead();
        if (token === list.token) return list;
        const segments = await readAll();
        // Pages are read one after the other: only an unchanged head proves them to be one list.
        if ((await readHead()).token !== token) continue;
        list = { segments, last, token };
        return list;
      }
      throw new Failure('unavailable', 'storage_busy', 'The log is changing. Try again.');
    },

    async index({ object, indexAt, bytes }: Segment): Promise<SegmentIndex> {
      const cachedIndex = indexes.get(object);
      if (cachedIndex) return cachedIndex;
      const index = await decodeIndex(await bytesOf(object, indexAt, bytes - indexAt));
      indexes.set(object, index);
      indexBytes += sizeOf(index);
      for (const [oldest, one] of indexes) {
        if (indexBytes <= maxIndexBytes) break;
        indexes.delete(oldest);
        indexBytes -= sizeOf(one);
      }
      return index;
    },

    /** The lines of a block, as JSON. */
    async block({ object }: Segment, { offset, size }: { offset: number; size: number }) {
      return (await decodeBlock(await bytesOf(object, offset, size))).split('\n');
    },

    /** All blocks, as they are stored. */
    data: ({ object, indexAt }: Segment) => bytesOf(object, 0, indexAt),

    /**
     * Stores the lines as the segment that follows the list, or in place of `replaced`, which are
     * segments of the list that follow each other. False: the list has changed, and nothing
     * happened.
     */
    async add(
      lines: readonly Line[],
      day: string,
      before: SegmentList,
      replaced: readonly Segment[] = [],
    ): Promise<boolean> {
      const { body, bloom, ...rest } = await encodeSegment(lines);
      const cursors = lines.map(({ cursor }) => cursor);
      const [first = 0, last = 0] = [cursors[0], cursors.at(-1)];
      const object = `${segmentFolder}${cursorKey(first)}-${randomUUID()}`;
      const { s3, bucket } = objects;
      await upload(await s3(), { bucket, key: object, body });
      const about: About = { first, last, count: lines.length, bytes: body.length, day, ...rest };
      const [, ...others] = replaced;
      return change(before, Math.max(last, before.last), [
        { put: itemOf({ ...about, object, bloom }) },
        ...others.map((segment) => ({ remove: keyOf(segment) })),
      ]);
    },

    /** Takes segments from the list; false as in add(). */
    remove: (segments: readonly Segment[], before: SegmentList) =>
      change(
        before,
        before.last,
        segments.map((segment) => ({ remove: keyOf(segment) })),
      ),
  };

  async function change(
    before: SegmentList,
    last: number,
    writes: readonly Write[],
  ): Promise<boolean> {
    const item = {
      pk: { S: pk },
      sk: { S: head.sk },
      last: { S: String(last) },
      list: { S: newToken() },
    };
    const condition =
      before.token === '' ? 'absent' : ({ attribute: 'list', equals: before.token } as const);
    return (await dynamo.transact([{ put: item, condition }, ...writes], newToken())) === 'done';
  }
}

function cursorKey(cursor: number): string {
  return String(cursor).padStart(16, '0');
}

function keyOf({ first }: Pick<Segment, 'first'>) {
  return { pk, sk: `s${cursorKey(first)}` };
}

function itemOf({ object, bloom, ...about }: Segment): Item {
  return {
    pk: { S: pk },
    sk: { S: keyOf(about).sk },
    object: { S: object },
    about: { S: JSON.stringify(about) },
    bloom: { B: bloom },
  };
}

function segmentOf(item: Item): Segment {
  const about = JSON.parse(item['about']?.S ?? '{}') as About;
  const bloom = item['bloom']?.B ?? new Uint8Array(1);
  return { ...about, object: item['object']?.S ?? '', bloom };
}

function sizeOf({ times, columns }: SegmentIndex): number {
  return 2 * times.byteLength + Object.keys(columns).length * 4 * times.length;
}

async function wholeOf({ body }: BlobContent): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}
