import { Failure } from '../../../failure.ts';
import { pause } from '../dynamo/dynamo.ts';
import type { Dynamo, Item } from '../dynamo/dynamo.ts';
import { newToken } from '../records/order.ts';
import { batchOf, bodiesAttribute, cursorKey, feedPartition } from './items.ts';
import { ITEM_BYTES, sizeOf, split } from './items.ts';

interface Call {
  readonly bodies: readonly string[];
  resolve(last: number): void;
  reject(error: unknown): void;
}

const TRIES = 200;

/** Appends of one process to one feed: one write is under way, and what is asked for meanwhile
 * goes together into the next. */
export function appender(dynamo: Dynamo, written: (feed: string) => void) {
  const waiting = new Map<string, Call[]>();
  const pumps = new Set<Promise<void>>();

  async function pump(feed: string, calls: Call[]) {
    while (calls.length > 0) {
      const batch = takeBatch(calls);
      try {
        const bodies = batch.flatMap((call) => call.bodies);
        let last = (await appendBatch(dynamo, feed, bodies)) - bodies.length;
        for (const call of batch) call.resolve((last += call.bodies.length));
        written(feed);
      } catch (error) {
        for (const call of batch) call.reject(error);
      }
    }
    waiting.delete(feed);
  }

  return {
    append(feed: string, bodies: readonly string[]): Promise<number> {
      return new Promise((resolve, reject) => {
        const call = { bodies, resolve, reject };
        const calls = waiting.get(feed);
        if (calls) {
          calls.push(call);
          return;
        }
        const first = [call];
        waiting.set(feed, first);
        const running = pump(feed, first).finally(() => pumps.delete(running));
        pumps.add(running);
      });
    },

    async finish() {
      while (pumps.size > 0) await Promise.all(pumps);
    },
  };
}

/** The first call, whatever its size, and those behind it that still fit the item. */
function takeBatch(calls: Call[]): Call[] {
  let size = 0;
  let count = 0;
  for (const { bodies } of calls) {
    size += bodies.reduce((sum, body) => sum + sizeOf(body), 0);
    if (count > 0 && size > ITEM_BYTES) break;
    count++;
  }
  return calls.splice(0, count);
}

/** Returns the last cursor. The entries become visible together, by one conditional put. */
async function appendBatch(dynamo: Dynamo, feed: string, bodies: readonly string[]) {
  const pk = feedPartition(feed);
  const token = newToken();
  const content = await contentOf(dynamo, bodies, token);
  for (let round = 0; round < TRIES; round++) {
    const first = (await lastCursor(dynamo, feed)) + 1;
    const last = first + bodies.length - 1;
    const sk = cursorKey(first);
    const marks = { last: { N: String(last) }, token: { S: token } };
    const item = { pk: { S: pk }, sk: { S: sk }, ...marks, ...content };
    const outcome = await dynamo.put(item, 'absent');
    if (outcome === 'done') return last;
    if (outcome === 'unclear') {
      const found = await dynamo.get({ pk, sk });
      if (found && batchOf(found).token === token) return last;
    }
    await pause(round);
  }
  throw new Failure('unavailable', 'storage_busy', 'The feed has too many writers. Try again.');
}

export async function lastCursor(dynamo: Dynamo, feed: string): Promise<number> {
  const { items } = await dynamo.query(feedPartition(feed), { descending: true, limit: 1 });
  return items[0] ? batchOf(items[0]).last : 0;
}

async function contentOf(dynamo: Dynamo, bodies: readonly string[], token: string): Promise<Item> {
  const parts = split(bodies);
  if (parts.length === 1) return bodiesAttribute(bodies);
  const pk = `p#${token}`;
  let offset = 0;
  for (const part of parts) {
    await dynamo.put({ pk: { S: pk }, sk: { S: cursorKey(offset) }, ...bodiesAttribute(part) });
    offset += part.length;
  }
  return { parts: { S: pk } };
}
