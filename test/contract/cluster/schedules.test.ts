import { expect, it } from 'vitest';
import { postgresSchedules } from '#core/platform/adapters/postgres/schedules.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onPostgres } from '#test/support/postgres/on-postgres.ts';

const minute = 60_000;

onPostgres(({ database, unique }) => {
  it('run once per interval in all replicas', async () => {
    const schema = unique();
    const clock = manualClock();
    const replicas = [1, 2, 3].map(() => postgresSchedules({ database: database(schema), clock }));
    const taken = async (name = 'sweep') =>
      (await Promise.all(replicas.map((one) => one.take(name, 5)))).filter(Boolean).length;
    expect([await taken(), await taken(), await taken('other')]).toEqual([1, 0, 1]);
    await clock.advance(4 * minute);
    expect(await taken()).toBe(0);
    await clock.advance(minute);
    expect([await taken(), await taken()]).toEqual([1, 0]);
  });

  it('go on where the clock of a replica was far ahead', async () => {
    const schema = unique();
    const ahead = manualClock('2030-01-01T00:00:00.000Z');
    const clock = manualClock('2026-01-01T00:00:00.000Z');
    const open = (own: typeof clock) =>
      postgresSchedules({ database: database(schema), clock: own });
    expect(await open(ahead).take('sweep', 5)).toBe(true);
    expect(await open(clock).take('sweep', 5)).toBe(true);
    expect(await open(clock).take('sweep', 5)).toBe(false);
  });
});
