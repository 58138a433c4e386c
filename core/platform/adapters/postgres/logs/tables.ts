import { lazy } from '../../../lazy.ts';
import type { Log } from '../../../ports/log.ts';
import type { Postgres, Query } from '../database/database.ts';

/**
 * The entries are a partition a day; `lantern_log_days` counts them, so that a total of all costs
 * nothing. Cursors come from the row of `lantern_log_head`: an append locks it until its commit,
 * so that they become visible in their order.
 */
export function logTables(database: Postgres, log: Log) {
  const entries = database.table('lantern_logs');
  const days = database.table('lantern_log_days');
  const head = database.table('lantern_log_head');
  const partition = (day: string) => database.table(`lantern_logs_${day.replaceAll('-', '_')}`);
  const ready = new Set<string>();

  const texts = ['hook_id', 'level', 'short', 'repository', 'event_type', 'scm_user'];
  const columns = `day date NOT NULL, cursor bigint NOT NULL, time text COLLATE "C" NOT NULL,
    level text COLLATE "C", logger_name text COLLATE "C", hook_id text COLLATE "C",
    pr_number bigint, repository text COLLATE "C", short text COLLATE "C",
    event_type text COLLATE "C", scm_user text COLLATE "C", is_summary boolean NOT NULL,
    folded text COLLATE "C" NOT NULL, record json NOT NULL`;

  async function makeAll(run: Query): Promise<void> {
    await run(`CREATE TABLE IF NOT EXISTS ${entries} (${columns}) PARTITION BY RANGE (day)`);
    await run(`CREATE INDEX IF NOT EXISTS lantern_logs__time ON ${entries} (time, cursor)`);
    await run(`CREATE INDEX IF NOT EXISTS lantern_logs__cursor ON ${entries} (cursor)`);
    await run(`CREATE INDEX IF NOT EXISTS lantern_logs__pull ON ${entries} (pr_number, time)
      WHERE pr_number IS NOT NULL`);
    for (const name of texts) {
      await run(`CREATE INDEX IF NOT EXISTS lantern_logs__${name} ON ${entries} (${name}, time)
        WHERE ${name} IS NOT NULL`);
    }
    await run(`CREATE TABLE IF NOT EXISTS ${days}
      (day date PRIMARY KEY, entries bigint NOT NULL, bytes bigint NOT NULL)`);
    await run(`CREATE TABLE IF NOT EXISTS ${head}
      (id boolean PRIMARY KEY DEFAULT true CHECK (id), last bigint NOT NULL)`);
    await run(`INSERT INTO ${head} (last) VALUES (0) ON CONFLICT DO NOTHING`);
  }

  /** A trigram index finds rare texts without reading all entries. */
  async function indexTexts(): Promise<void> {
    try {
      await database.make(async (run) => {
        await run('CREATE EXTENSION IF NOT EXISTS pg_trgm');
        const [place] = await run<{ schema: string }>(
          `SELECT nspname AS schema FROM pg_extension
            JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'`,
        );
        await run(`CREATE INDEX IF NOT EXISTS lantern_logs__text ON ${entries}
          USING gin (folded "${place?.schema}".gin_trgm_ops)`);
      });
    } catch (error) {
      log('WARNING', 'searches for texts read all entries: the extension pg_trgm is missing', {
        error: String(error),
        mend: 'CREATE EXTENSION pg_trgm, as a user who may',
      });
    }
  }

  return {
    entries,
    days,
    head,

    ready: lazy(async () => {
      await database.make(makeAll);
      await indexTexts();
    }),

    /** Makes the partitions that are not there yet. */
    async make(all: readonly string[]): Promise<void> {
      const missing = all.filter((day) => !ready.has(day));
      if (missing.length === 0) return;
      await database.make(async (run) => {
        for (const day of missing) {
          await run(`CREATE TABLE IF NOT EXISTS ${partition(day)} PARTITION OF ${entries}
            FOR VALUES FROM ('${day}') TO ('${dayAfter(day)}')`);
          await run(
            `INSERT INTO ${days} (day, entries, bytes) VALUES ($1, 0, 0) ON CONFLICT DO NOTHING`,
            [day],
          );
        }
      });
      for (const day of missing) ready.add(day);
    },

    /** Another replica may have removed some. */
    forget: () => ready.clear(),

    async remove(all: readonly string[]): Promise<void> {
      await database.make(async (run) => {
        for (const day of all) {
          await run(`DROP TABLE IF EXISTS ${partition(day)}`);
          await run(`DELETE FROM ${days} WHERE day = $1`, [day]);
        }
      });
      ready.clear();
    },
  };
}

export type LogTables = ReturnType<typeof logTables>;

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
