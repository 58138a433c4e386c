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
});
