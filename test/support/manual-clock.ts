import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '#core/platform/ports/clock.ts';

export interface ManualClock extends Clock {
  /** Moves time forward. Sleepers wake in the order of their times, each at its own time. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the wall clock forward or (negative) back. Sleepers are not affected. */
  jump(milliseconds: number): void;
  /** The number of sleepers. */
  sleeping(): number;
}

interface Sleeper {
  readonly due: number;
  wake(): void;
}

/** A clock that moves only when the test moves it. */
export function manualClock(start: Date | string = '2026-01-01T00:00:00.000Z'): ManualClock {
  let wall = new Date(start).getTime();
  let elapsed = 0;
  const sleepers = new Set<Sleeper>();

  return {
    now: () => new Date(wall),

    sleep(milliseconds, signal) {
      if (signal?.aborted || milliseconds <= 0) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper = { due: elapsed + milliseconds, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake);
      });
    },

    async advance(milliseconds) {
      const end = elapsed + milliseconds;
      await settle();
      for (let next = earliest(end); next; next = earliest(end)) {
        move(Math.max(next.due, elapsed));
        next.wake();
        await settle();
      }
      move(end);
      await settle();
    },

    jump(milliseconds) {
      wall += milliseconds;
    },

    sleeping: () => sleepers.size,
  };

  function move(to: number) {
    wall += to - elapsed;
    elapsed = to;
  }

  function earliest(end: number): Sleeper | undefined {
    let found: Sleeper | undefined;
    for (const sleeper of sleepers) {
      if (sleeper.due <= end && (!found || sleeper.due < found.due)) found = sleeper;
    }
    return found;
  }
}

/** A few turns of the event loop, so that code after a sleep can run and sleep again. */
async function settle() {
  for (let turns = 0; turns < 4; turns += 1) await turn();
}
