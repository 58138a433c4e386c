import { systemClock } from '#core/platform/adapters/local/clock.ts';
import type { Clock } from '#core/platform/ports/clock.ts';

export interface MovableClock extends Clock {
  /** The time goes on from there. It never goes back. */
  moveTo(time: Date): void;
}

/** The machine's clock, which a demonstration moves over its two weeks. */
export function movableClock(): MovableClock {
  const clock = systemClock();
  let ahead = Number.NEGATIVE_INFINITY;
  return {
    now: () =>
      ahead === Number.NEGATIVE_INFINITY ? clock.now() : new Date(clock.now().getTime() + ahead),
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
    moveTo(time) {
      ahead = Math.max(ahead, time.getTime() - clock.now().getTime());
    },
  };
}
