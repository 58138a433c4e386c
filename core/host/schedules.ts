import type { Platform } from '../platform/ports.ts';
import type { LoadedService } from './load-service.ts';

/** Runs each schedule at its interval, one run at a time; a failed run is logged and the next
 * one comes all the same. Returns a function that stops them and waits for those at work. */
export function runSchedules(service: LoadedService, platform: Platform): () => Promise<void> {
  const stopping = new AbortController();
  const running = service.schedules.map(async ({ name, everyMinutes, handler }) => {
    for (;;) {
      await platform.clock.sleep(everyMinutes * 60_000, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        const event = { source: 'aws.events', 'detail-type': 'Scheduled Event', resources: [name] };
        await handler(
          { ...event, time: platform.clock.now().toISOString() },
          { lantern: { platform } },
        );
      } catch (error) {
        platform.log('ERROR', 'schedule failed', { name, error: String(error) });
      }
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}
