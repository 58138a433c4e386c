import { setImmediate as otherWork } from 'node:timers/promises';

const mostMilliseconds = 10_000;

export type TimeLimit = ReturnType<typeof timeLimit>;

/** Of one call of a tool. */
export function timeLimit(signal?: AbortSignal) {
  const end = performance.now() + mostMilliseconds;
  return {
    /** Lets other work run. True: the time is over. Throws when the turn was aborted. */
    async isOver(): Promise<boolean> {
      await otherWork();
      signal?.throwIfAborted();
      return performance.now() > end;
    },
  };
}
