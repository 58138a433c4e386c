import { createHash } from 'node:crypto';
import pg from 'pg';
import { Failure } from '../../../failure.ts';
import type { Changes } from '../../rules/changes.ts';
import { isOvertaken, storageFailure } from './failure.ts';
import { notifications } from './notifications.ts';
import { shownAddress } from './address.ts';

export type Row = Record<string, unknown>;

interface StatementOptions {
  /** False: PostgreSQL plans it for its values, each time. */
  readonly isPrepared?: boolean;
  /** It may take hours, as an index of a large table does. */
  readonly isLong?: boolean;
}

/** Runs a statement; `$1` and so on are the values. */
export type Query = <Result = Row>(
  text: string,
  values?: readonly unknown[],
  options?: StatementOptions,
) => Promise<readonly Result[]>;

/** One schema of a PostgreSQL database, shared by the adapters of a service in every replica. */
export interface Postgres {
  /** For people: without its password. */
  readonly address: string;
  /** The name of a table of the schema, for statements. */
  table(name: string): string;
  readonly schema: string;
  /** A statement by itself: durable when it resolves. */
  readonly query: Query;
  /** The statements of the work at once or not at all. It runs again when another one came between. */
  transaction<Value>(work: (query: Query) => Promise<Value>): Promise<Value>;
  /** Runs statements that make tables, one process at a time. */
  make(statements: (query: Query) => Promise<void>): Promise<void>;
  readonly changes: Changes;
  /** Waits for running statements. Repeated: nothing. */
  close(): Promise<void>;
}

export interface PostgresOptions {
  readonly url: string;
  readonly schema: string;
  /** Statements that run at once. */
  readonly connections?: number;
  /** A transaction whose process stands still for so long is undone, so that what it locked is free. */
  readonly standstillMilliseconds?: number;
  /** After that a database that does not answer counts as unreachable. */
  readonly answerMilliseconds?: number;
  readonly onOutage?: (failure: Failure) => void;
}

/** Statements with other texts are prepared each time: filters make new texts without end. */
const maxPrepared = 500;
/** For a connection, or a place among them: so many statements may wait. */
const connectMilliseconds = 15_000;
const maxTries = 10;
/** For statements that make tables. */
const longMilliseconds = 86_400_000;

export function openPostgres(options: PostgresOptions): Postgres {
  const { url, schema, connections = 10, standstillMilliseconds = 15_000 } = options;
  const { answerMilliseconds = 30_000 } = options;
  const address = shownAddress(url) ?? 'DATABASE_URL';
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: `lantern ${schema}`,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: answerMilliseconds,
    keepAlive: true,
    types: { getTypeParser: typeParser },
  });
  // An idle connection that breaks is replaced at the next statement.
  pool.on('error', () => {});
  const names = new Map<string, string>();
  const changes = notifications({
    connect: () => new pg.Client({ connectionString: url, keepAlive: true }),
    channel: schema,
    notify: (payloads) =>
      pool.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
        schema,
        payloads,
      ]),
  });
  const lock = createHash('sha256').update(`lantern ${schema}`).digest().readBigInt64BE();
  let closing: Promise<void> | undefined;

  const query: Query = (text, values, how) => failing(() => run(pool, text, values, how));

  async function run<Result>(
    on: pg.Pool | pg.PoolClient,
    text: string,
    values: readonly unknown[] = [],
    { isPrepared = true, isLong = false }: StatementOptions = {},
  ): Promise<readonly Result[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        const name = isPrepared ? nameOf(text) : undefined;
        const limit = isLong && { query_timeout: longMilliseconds };
        const statement = { text, values: [...values], ...(name && { name }), ...limit };
        const result = await on.query(statement);
        return result.rows as Result[];
      } catch (error) {
        // In a transaction, all of it has to run again.
        if (on !== pool || tries === maxTries || !isOvertaken(error)) throw error;
      }
    }
  }

  function nameOf(text: string): string | undefined {
    const name = names.get(text);
    if (name !== undefined || names.size >= maxPrepared) return name;
    names.set(text, `lantern_${names.size}`);
    return names.get(text);
  }

  async function failing<Value>(work: () => Promise<Value>): Promise<Value> {
    if (closing) throw new Failure('unavailable', 'closed', `Database ${address}: closed already`);
    try {
      return await work();
    } catch (error) {
      const failure = storageFailure(address, error);
      if (failure instanceof Failure && failure !== error) options.onOutage?.(failure);
      throw failure;
    }
  }

  async function transact<Value>(work: (query: Query) => Promise<Value>): Promise<Value> {
    const client = await pool.connect();
    let broken: Error | undefined;
    // The pool listens only while a connection is idle.
    const onError = (error: Error) => (broken = error);
    client.on('error', onError);
    try {
      const limit = `SET LOCAL idle_in_transaction_session_timeout = ${standstillMilliseconds}`;
      await client.query(`BEGIN; ${limit}`);
      const value = await work((text, values, how) => run(client, text, values, how));
      await client.query('COMMIT');
      return value;
    } catch (error) {
      // A connection that is in doubt is closed, which undoes it as well.
      if (storageFailure(address, error) !== error) broken = error as Error;
      else await client.query('ROLLBACK').catch((cause: unknown) => (broken = cause as Error));
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async function transaction<Value>(work: (query: Query) => Promise<Value>): Promise<Value> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await failing(() => transact(work));
      } catch (error) {
        if (tries === maxTries || !isOvertaken(error)) throw error;
      }
    }
  }

  return {
    address,
    schema,
    table: (name) => `"${schema}"."${name}"`,
    query,
    transaction,

    make: (statements) =>
      transaction(async (inside) => {
        const long: Query = (text, values, how) => inside(text, values, { ...how, isLong: true });
        await long('SELECT pg_advisory_xact_lock($1)', [lock]);
        await long(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
        await statements(long);
      }),

    changes,

    close() {
      closing ??= changes.close().then(() => pool.end());
      return closing;
    },
  };
}

const bigint = 20;

/** Our integers are safe ones; the driver's default is text. */
function typeParser(type: number, format?: unknown) {
  if (type === bigint) return Number;
  return pg.types.getTypeParser(type, format as 'text') as (text: string) => unknown;
}
