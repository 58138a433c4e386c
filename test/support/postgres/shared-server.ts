import { postgresPrograms, startPostgres } from './server.ts';

/** vitest's globalSetup: one PostgreSQL for all files, where it is installed. */
export default async function startShared(): Promise<(() => Promise<void>) | undefined> {
  if (postgresPrograms === undefined) {
    process.stdout.write('PostgreSQL is not installed: the tests of the cluster are skipped\n');
    return undefined;
  }
  const server = await startPostgres();
  process.env['LANTERN_TEST_POSTGRES'] = server.url;
  return () => server.stop();
}
