import type { IncomingMessage } from 'node:http';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { BodyHold } from './body-budget.ts';

export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

const firstBytesMilliseconds = 30_000;

/** Calls `end` when nothing of a body has arrived after 30 seconds (S14). */
export async function limitSilence(
  request: IncomingMessage,
  clock: Clock,
  end: () => void,
): Promise<void> {
  // A short body comes with the head.
  await new Promise(setImmediate);
  if (request.complete) return;
  const over = new AbortController();
  request.once('close', () => over.abort());
  await clock.sleep(firstBytesMilliseconds, over.signal);
  const isSilent = !request.readableDidRead && request.readableLength === 0 && !request.complete;
  if (isSilent && !over.signal.aborted) end();
}

/** The body, or `overflow` as soon as it is known to be larger than the limit. Rejects with the
 * Failure of a hold that is refused. */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  hold: BodyHold,
): Promise<Buffer | 'overflow'> {
  const length = Number(request.headers['content-length'] ?? limit);
  if (length > limit) return 'overflow';
  return new Promise((resolve, reject) => {
    const body = growingBytes(length);
    // Listeners of the request keep the blocks until it closes.
    const stop = () => {
      request.off('data', data).off('end', end).pause();
      body.drop();
      hold.release();
    };
    const end = () => {
      hold.end();
      resolve(body.take());
    };
    const data = (part: Buffer) => {
      if (body.size() + part.length > limit) {
        stop();
        resolve('overflow');
        return;
      }
      hold.grow(body.add(part));
    };
    request.on('data', data).once('end', end);
    request.once('error', reject);
    request.once('close', () => {
      if (!request.complete) reject(new Error('The caller went away'));
    });
    hold.refused.catch((reason: Error) => {
      stop();
      reject(reason);
    });
  });
}

const blockBytes = 16 * 1024;

/** Parts are copied: a small part of a chunked body would keep the buffer of its read. */
function growingBytes(most: number) {
  const blocks: Buffer[] = [];
  let size = 0;
  let memory = 0;
  return {
    size: () => size,
    drop: () => void (blocks.length = 0),
    take(): Buffer {
      const chunks = blocks.splice(0);
      const [first] = chunks;
      return first && chunks.length === 1 ? first.subarray(0, size) : Buffer.concat(chunks, size);
    },
    /** Returns the bytes of memory. */
    add(part: Buffer): number {
      // Most bodies arrive in one part.
      const isWhole = part.length === most;
      for (let at = 0; at < part.length && !isWhole;) {
        if (size === memory) {
          const block = Buffer.allocUnsafeSlow(Math.min(blockBytes, most - size));
          blocks.push(block);
          memory += block.length;
        }
        const block = blocks.at(-1) as Buffer;
        const copied = part.copy(block, block.length - (memory - size), at);
        at += copied;
        size += copied;
      }
      if (isWhole) {
        blocks.push(part);
        memory = size = part.length;
      }
      return memory;
    },
  };
}

/** What the reader of a streamed body holds of it at most. */
const maxStreamedBytes = 4 * 1024 * 1024;

/** A body as it arrives. A reader that stops early does not close the connection: the answer is still
 * to be sent. */
export async function* streamBody(
  request: IncomingMessage,
  hold: BodyHold,
): AsyncGenerator<Uint8Array, void> {
  const parts = request.iterator({ destroyOnReturn: false }) as AsyncIterator<
    Uint8Array,
    undefined
  >;
  let size = 0;
  try {
    for (;;) {
      const { value, done } = await Promise.race([parts.next(), hold.refused]);
      if (done) return;
      size += value.length;
      hold.grow(Math.min(size, maxStreamedBytes));
      yield value;
    }
  } finally {
    // Waits for a next part that may never come.
    void parts.return?.();
    hold.release();
  }
}

const maxDrainedBytes = 64 * 1024 * 1024;
/** A smaller part counts as so many bytes: each one takes time. */
const leastPart = 1024;
const maxDrainMs = 5_000;

/** Reads and discards the rest of a body for a while after an early response: closing the connection
 * while the client still sends would reset it, and the client might not see the response. */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.readableEnded) return resolve();
    let size = 0;
    const data = (part: Buffer) => {
      size += Math.max(part.length, leastPart);
      if (size > maxDrainedBytes) done();
    };
    const done = () => {
      clearTimeout(timer);
      request.off('data', data);
      resolve();
    };
    const timer = setTimeout(done, maxDrainMs);
    request.once('end', done).once('close', done).on('data', data).on('error', done);
    request.resume();
  });
}
