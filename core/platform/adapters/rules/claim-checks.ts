import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Failure } from '../../failure.ts';
import type { Blobs } from '../../ports/blobs.ts';

/** As SQS since 2025. */
const largestMessage = 1024 * 1024;
const mark = 'lantern-claim:';

/** SQS refuses what XML 1.0 does: these, and halves of surrogate pairs. With the u flag, which finds
 * those too, the search would take four times as long. */
const unsendable = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/;

/**
 * Text that SQS does not take (larger than 1 MiB of UTF-8, empty, or with control characters)
 * waits under `queue/<queue>/<random>` and the message says where.
 */
export function claimChecks(blobs: Pick<Blobs, 'put' | 'get' | 'delete'>) {
  async function leave(queue: string, text: string, name: string): Promise<string> {
    const key = `queue/${queue}/${name}`;
    await blobs.put(key, text);
    return mark + key;
  }

  return {
    /** What to send in place of the text. */
    async checkIn(queue: string, text: string): Promise<string> {
      return isSendable(text) ? text : leave(queue, text, randomUUID());
    },

    /** A claim check for the body of a message, which may be one; the same for the same name. */
    async refer(queue: string, body: string, name: string): Promise<string> {
      return keyOf(body) === undefined ? leave(queue, body, name) : body;
    },

    async open(body: string): Promise<string> {
      const key = keyOf(body);
      if (key === undefined) return body;
      const content = await blobs.get(key);
      if (!content) throw new Failure('missing', 'no_body', 'The text of the message is gone');
      return (await buffer(content.body)).toString();
    },

    async drop(body: string): Promise<void> {
      const key = keyOf(body);
      if (key !== undefined) await blobs.delete(key);
    },
  };
}

function isSendable(text: string): boolean {
  if (text === '' || text.startsWith(mark)) return false;
  if (!text.isWellFormed() || unsendable.test(text)) return false;
  // A character takes 3 bytes at most: short texts need no counting.
  return text.length * 3 <= largestMessage || Buffer.byteLength(text) <= largestMessage;
}

function keyOf(body: string): string | undefined {
  return body.startsWith(mark) ? body.slice(mark.length) : undefined;
}

export function assertWithin(what: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  const message = `${what} is a whole number from ${least} to ${most}`;
  throw new Failure('invalid', 'out_of_range', message);
}
