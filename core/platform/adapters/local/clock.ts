import type { Clock } from '../../ports/clock.ts';

/** setTimeout fires at once for longer times. */
const longestTimer = 2 ** 31 - 1;

export function systemClock(): Clock {
  return {
    now: () => new Date(),

    async sleep(milliseconds, signal) {
      for (let rest = milliseconds; rest > 0 && !signal?.aborted; rest -= longestTimer) {
        await timer(Math.min(rest, longestTimer), signal);
      }
    },
  };
}

function timer(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timeout = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
