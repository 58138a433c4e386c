import { shownAddress } from '#core/platform/adapters/postgres/database/address.ts';
import { openPostgres } from '#core/platform/adapters/postgres/database/database.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { bad, type Finding, good } from './finding.ts';

const name = 'DATABASE_URL';
const oldest = 13;

/** The database that replicas share. */
export async function databaseFindings({ DATABASE_URL: url }: Environment): Promise<Finding[]> {
  if (url === undefined) return [];
  const address = shownAddress(url);
  if (address === undefined) {
    const example = 'postgres://user:password@host:5432/database';
    return [
      bad(name, 'is not the address of a PostgreSQL database', `Set ${name} to one: ${example}`),
    ];
  }
  const database = openPostgres({ url, schema: 'lantern_doctor', connections: 1 });
  try {
    const [row] = await database.query<{ version: string; may: boolean }>(
      `SELECT current_setting('server_version') AS version,
        has_database_privilege(current_database(), 'CREATE') AS may`,
    );
    const { version = '', may = false } = row ?? {};
    if (Number.parseInt(version, 10) < oldest) {
      return [bad(name, `${address}: PostgreSQL ${version}`, `Update it to ${oldest} or newer`)];
    }
    const grant = 'GRANT CREATE ON DATABASE … TO its user: the first replica makes a schema';
    return may
      ? [good(name, `${address} answers: PostgreSQL ${version}`)]
      : [bad(name, `${address}: this user cannot create a schema`, grant)];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [bad(name, error.message, `Start it, or correct ${name}`)];
  } finally {
    await database.close();
  }
}
