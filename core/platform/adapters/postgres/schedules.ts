import { lazy } from '../../lazy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Schedules } from '../../ports/systems/schedules.ts';
import type { Postgres } from './database/database.ts';

interface PostgresSchedulesOptions {
  readonly database: Postgres;
  readonly clock: Pick<Clock, 'now'>;
}

/** Replicas wake up at times of their own: a little early is in time. */
const earlyMilliseconds = 1_000;

/** Which schedule is due when, for all replicas. */
export function postgresSchedules({ database, clock }: PostgresSchedulesOptions): Schedules {
  const table = database.table('lantern_schedules');
  const ready = lazy(() =>
    database.make(async (run) => {
      await run(
        `CREATE TABLE IF NOT EXISTS ${table} (name text COLLATE "C" PRIMARY KEY, due bigint NOT NULL)`,
      );
    }),
  );

  return {
    async take(name, everyMinutes) {
      await ready();
      const now = clock.now().getTime();
      const intervalMs = everyMinutes * 60_000;
      // A due time beyond the interval is of a clock that was ahead.
      const rows = await database.query(
        `INSERT INTO ${table} AS schedule (name, due) VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET due = $2 WHERE schedule.due <= $3 OR schedule.due > $2
          RETURNING 1`,
        [name, now + intervalMs, now + Math.min(earlyMilliseconds, intervalMs / 2)],
      );
      return rows.length > 0;
    },
  };
}
