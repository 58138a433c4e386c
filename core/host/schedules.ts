import type { Platform } from '#core/platform/ports/platform.ts';
import { within } from '#core/platform/within.ts';
import type { LoadedService } from './service/load-service.ts';

/** Stops the schedules and waits for running ones, at most for the grace period. */
export type StopSchedules = (graceMilliseconds?: number) => Promise<void>;

const defaultGrace = 25_000;
/** Work that a killed process held is free by then. */
const secondRunMilliseconds = 31_000;

/** Runs each schedule at the start, to clean up after a crash, and then at its interval, one run at a
 * time, in one of the replicas. What runs each minute runs the second time after half of it. A failed
 * run is logged. */
export function runSchedules(
  { schedules }: Pick<LoadedService, 'schedules'>,
  platform: Platform,
): StopSchedules {
  const { clock, log } = platform;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = schedules.map(async ({ name, everyMinutes, handler }) => {
    const event = { source: 'aws.events', 'detail-type': 'Scheduled Event', resources: [name] };
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        const time = clock.now().toISOString();
        if (!platform.schedules || (await platform.schedules.take(name, everyMinutes)))
          await handler({ ...event, time }, { lantern: { platform, signal } });
      } catch (error) {
        log('ERROR', 'schedule failed', { name, error: String(error) });
      }
      const isSoon = isFirst && everyMinutes === 1;
      await clock.sleep(isSoon ? secondRunMilliseconds : everyMinutes * 60_000, signal);
    }
  });
  return async (graceMilliseconds = defaultGrace) => {
    stopping.abort();
    await within(clock, graceMilliseconds, Promise.all(running));
  };
}
