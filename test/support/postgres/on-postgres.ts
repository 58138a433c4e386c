import { describe } from 'vitest';
import pg from 'pg';
import {
  openPostgres,
  type PostgresOptions,
} from '#core/platform/adapters/postgres/database/database.ts';
import { atEnd } from '../at-end.ts';
import { startPostgres } from './server.ts';

/** Set by vitest's globalSetup where PostgreSQL is installed: one server for all files. */
const address = process.env['LANTERN_TEST_POSTGRES'];

export const hasPostgres = address !== undefined;

let count = 0;
const unique = () => `w${process.pid}_${++count}`;

/** An empty database, until the end of the test. */
export async function freshDatabase(): Promise<string> {
  const name = unique();
  await withClient(address, (client) => client.query(`CREATE DATABASE ${name}`));
  atEnd(() =>
    withClient(address, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  );
  const url = new URL(address ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient(url: string | undefined, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

interface OnPostgres {
  /** A name that no other world has. */
  readonly unique: () => string;
  /** An empty schema of its own, until the end of the test. */
  readonly database: (
    schema?: string,
    more?: Pick<PostgresOptions, 'standstillMilliseconds' | 'answerMilliseconds'>,
  ) => ReturnType<typeof openPostgres>;
}

/** Cases on a real PostgreSQL; where none is installed, they are skipped. */
export function onPostgres(cases: (on: OnPostgres) => void): void {
  const database: OnPostgres['database'] = (schema = unique(), more = {}) => {
    const opened = openPostgres({ url: address ?? '', schema, ...more });
    atEnd(() => opened.close());
    return opened;
  };
  describe.skipIf(!hasPostgres)('PostgreSQL', () => cases({ unique, database }));
}

/** A server of its own, which a test may restart. */
export async function ownPostgres() {
  const server = await startPostgres();
  atEnd(() => server.stop());
  return server;
}
