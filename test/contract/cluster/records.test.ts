import { expect, it } from 'vitest';
import { failureHistory } from '#core/analysis/base/tables/tables.ts';
import { postgresRecords } from '#core/platform/adapters/postgres/records/records.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onPostgres } from '#test/support/postgres/on-postgres.ts';
import { recordsContract } from '../records-suite.ts';

onPostgres(({ database, unique }) => {
  recordsContract('PostgreSQL', async () => {
    const clock = manualClock();
    const schema = unique();
    return {
      clock,
      records: postgresRecords({ database: database(schema), clock }),
      reopen: async () => postgresRecords({ database: database(schema), clock }),
    };
  });

  it('makes no index that only a release before asks', async () => {
    const own = database();
    await postgresRecords({ database: own, clock: manualClock() }).list(failureHistory);
    const indexes = await own.query<{ indexname: string }>(
      "SELECT indexname FROM pg_indexes WHERE schemaname = $1 AND tablename = 'failure_history'",
      [own.schema],
    );
    const names = indexes.map(({ indexname }) => indexname);
    expect(names).toContain('failure_history__by_test');
    expect(names).not.toContain('failure_history__by_target');
  });
});
