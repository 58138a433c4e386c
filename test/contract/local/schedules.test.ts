import { expect, it } from 'vitest';
import { runSchedules } from '#core/host/schedules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { manualClock } from '#test/support/manual-clock.ts';

const minute = 60_000;

function world(everyMinutes = 10) {
  const clock = manualClock('2026-01-01T00:00:00.000Z');
  const lines: unknown[] = [];
  const log: Platform['log'] = (level, message, fields) =>
    void lines.push({ level, message, ...fields });
  const platform = { clock, log } as Partial<Platform> as Platform;
  const times: string[] = [];
  const start = (run: (signal: AbortSignal) => Promise<void>) =>
    runSchedules(
      {
        schedules: [
          {
            name: 'sweep',
            everyMinutes,
            async handler(event, context) {
              times.push((event as { time: string }).time.slice(11, 19).replace(/:00$/, ''));
              await run((context as { lantern: { signal: AbortSignal } }).lantern.signal);
            },
          },
        ],
      },
      platform,
    );
  return { clock, lines, times, start };
}

it('runs at once and then at the interval, until it is stopped', async () => {
  const { clock, times, start } = world();
  const stop = start(async () => {});
  await clock.advance(25 * minute);
  expect(times).toEqual(['00:00', '00:10', '00:20']);
  await stop();
  await clock.advance(60 * minute);
  expect(times).toHaveLength(3);
  expect(clock.sleeping()).toBe(0);
});

it('R1: runs soon after the start again, when the lease of a killed process is over', async () => {
  const { clock, times, start } = world(1);
  const stop = start(async () => {});
  await clock.advance(2 * minute);
  expect(times).toEqual(['00:00', '00:00:31', '00:01:31']);
  await stop();
});

it('one run at a time: the interval begins when the run has ended', async () => {
  const { clock, times, start } = world();
  const stop = start(() => clock.sleep(25 * minute));
  await clock.advance(34 * minute);
  expect(times).toEqual(['00:00']);
  await clock.advance(minute);
  expect(times).toEqual(['00:00', '00:35']);
  const stopping = stop();
  await clock.advance(minute);
  await stopping;
});

it('the stop tells the run, waits for it, and for no longer than the grace', async () => {
  const { clock, start } = world();
  const told: boolean[] = [];
  const ended = Promise.withResolvers<void>();
  const stop = start(async (signal) => {
    signal.addEventListener('abort', () => told.push(true));
    await ended.promise;
  });
  let isStopped = false;
  const stopping = stop(5_000).then(() => (isStopped = true));
  await clock.advance(4_000);
  expect([told, isStopped]).toEqual([[true], false]);
  await clock.advance(1_000);
  await stopping;
  ended.resolve();
});
