import { Failure } from '#core/platform/failure.ts';

export type BodyBudget = ReturnType<typeof bodyBudget>;

/** Bodies of smaller parts than this would block other requests. The first parts do not count. */
const leastPartBytes = 16;
const freeParts = 1_000;

/** The memory of one body. */
export interface BodyHold {
  /** Rejects with the Failure that refuses the body. */
  readonly refused: Promise<never>;
  /** A part has arrived: the body takes so many bytes now. */
  grow(bytes: number): void;
  /** All of it has arrived: from now on it is not refused. */
  end(): void;
  /** Its memory is free again. */
  release(): void;
}

/**
 * Limits the memory of all bodies together (S14). When they need more, the largest one that is still
 * arriving is refused: clients that hold large bodies and send no more do not keep small ones out.
 */
export function bodyBudget(mostBytes: number) {
  const arriving = new Set<{ bytes: number; refuse(reason: Failure): void }>();
  let sum = 0;

  function refuseLargest(): void {
    const [largest] = [...arriving].sort((one, other) => other.bytes - one.bytes);
    if (!largest) return;
    arriving.delete(largest);
    sum -= largest.bytes;
    largest.bytes = 0;
    largest.refuse(busy());
  }

  return {
    hold(): BodyHold {
      const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
      refused.catch(() => {});
      const own = { bytes: 0, refuse };
      let parts = 0;
      arriving.add(own);
      return {
        refused,
        grow(bytes) {
          if (!arriving.has(own)) return;
          parts += 1;
          if ((parts - freeParts) * leastPartBytes > bytes) return refuse(tooSmallParts());
          sum += bytes - own.bytes;
          own.bytes = bytes;
          while (sum > mostBytes && arriving.size > 0) refuseLargest();
        },
        end: () => void arriving.delete(own),
        release() {
          arriving.delete(own);
          sum -= own.bytes;
          own.bytes = 0;
        },
      };
    },
  };
}

function tooSmallParts(): Failure {
  return new Failure('invalid', 'small_chunks', 'The body comes in too small chunks');
}

function busy(): Failure {
  const message = 'Too many large requests arrive at this moment. Send it again in 10 seconds.';
  const headers = { 'retry-after': '10' };
  return new Failure('unavailable', 'too_many_bytes', message, { extra: { headers } });
}
