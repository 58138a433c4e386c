import { Failure } from '../../../failure.ts';
import { pause, type Dynamo } from '../dynamo/dynamo.ts';
import { newToken } from '../records/order.ts';
import { itemBytes, itemsOf, newestBatch, sizeOf } from './items.ts';

interface Call {
  readonly bodies: readonly string[];
  resolve(last: number): void;
  reject(error: unknown): void;
}

const maxRounds = 200;

/** Appends of one process to one feed: one write is under way, and what is asked for meanwhile
 * goes together into the next. */
export function appender(dynamo: Dynamo, onAppend: (feed: string) => void) {
  const waiting = new Map<string, Call[]>();
  const pumps = new Set<Promise<void>>();

  async function pump(feed: string, calls: Call[]) {
    while (calls.length > 0) {
      const batch = takeBatch(calls);
      try {
        const bodies = batch.flatMap((call) => call.bodies);
        let last = (await appendBatch(dynamo, feed, bodies)) - bodies.length;
        for (const call of batch) call.resolve((last += call.bodies.length));
        onAppend(feed);
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

/** The first call, whatever its size, and those behind it that still fit one item. */
function takeBatch(calls: Call[]): Call[] {
  let size = 0;
  const count = calls.findIndex(({ bodies }, at) => (size += sizeOf(bodies)) > itemBytes && at > 0);
  return calls.splice(0, count === -1 ? calls.length : count);
}

/** Returns the last cursor. The entries become visible together, in one transaction. */
async function appendBatch(dynamo: Dynamo, feed: string, bodies: readonly string[]) {
  for (let round = 0; round < maxRounds; round++) {
    const last = (await newestBatch(dynamo, feed))?.last ?? 0;
    const items = itemsOf(feed, last, bodies);
    const writes = items.map((item) => ({ put: item, condition: 'absent' as const }));
    if ((await dynamo.transact(writes, newToken())) === 'done') return last + bodies.length;
    await pause(round);
  }
  throw new Failure('unavailable', 'storage_busy', 'The feed has too many writers. Try again.');
}
