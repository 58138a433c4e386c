import { sealer } from '#core/text/seal.ts';
import { Failure } from '../../failure.ts';
import { lazy } from '../../lazy.ts';
import type { Environment } from '../../ports/environment.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Postgres } from './database/database.ts';

interface PostgresSecretsOptions {
  readonly database: Postgres;
  readonly environment: Environment;
  /** Encrypts what is stored: who can read the database cannot read the secrets. */
  readonly key: string;
}

/** Configured secrets come from the environment. Generated ones are sealed rows, the same for all
 * replicas: the first writer of a row wins. */
export function postgresSecrets({ database, environment, key }: PostgresSecretsOptions): Secrets {
  const table = database.table('lantern_secrets');
  const box = sealer(key, 'lantern generated secrets');
  const ready = lazy(() =>
    database.make(async (run) => {
      await run(
        `CREATE TABLE IF NOT EXISTS ${table} (name text COLLATE "C" PRIMARY KEY, sealed text NOT NULL)`,
      );
    }),
  );

  return {
    async read(name) {
      return Object.hasOwn(environment, name) ? environment[name] || undefined : undefined;
    },

    async keep(name, make) {
      await ready();
      const find = () =>
        database.query<{ sealed: string }>(`SELECT sealed FROM ${table} WHERE name = $1`, [name]);
      let [row] = await find();
      if (!row) {
        const sealed = box.seal(make());
        await database.query(
          `INSERT INTO ${table} (name, sealed) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`,
          [name, sealed],
        );
        [row] = await find();
      }
      return open(row?.sealed ?? '');
    },
  };

  function open(sealed: string): string {
    try {
      return box.open(sealed);
    } catch (cause) {
      const message =
        'The generated secrets in the database were encrypted with another SECRETS_KEY: set that one again';
      throw new Failure('configuration', 'other_secrets_key', message, { cause });
    }
  }
}
