import type * as DuckDB from '@duckdb/node-api';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { lazy } from '../../../lazy.ts';

export type Engine = ReturnType<typeof logEngine>;

const folderName = /^lantern-logs-(\d+)-/;

/** DuckDB, opened at the first use. It reads and writes Parquet files in a temporary folder of this
 * process, and nothing else. */
export function logEngine() {
  let isOpen = false;
  const open = lazy(async () => {
    await removeOldFolders();
    const folder = await mkdtemp(join(tmpdir(), `lantern-logs-${process.pid}-`));
    // The package is in no bundle: it lies in a layer, where require() finds it and import() does not.
    const require = createRequire(import.meta.url);
    const { DuckDBInstance } = require('@duckdb/node-api') as typeof DuckDB;
    const instance = await DuckDBInstance.create(':memory:', {
      // Half of the function's memory.
      memory_limit: `${Math.min(1_024, Math.floor(totalmem() / 2 ** 21))}MB`,
      threads: '2',
      temp_directory: '',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connection = await instance.connect();
    await connection.run(
      `SET allowed_directories = ['${folder}/'];
       SET enable_external_access = false;
       SET lock_configuration = true`,
    );
    connection.closeSync();
    isOpen = true;
    return { folder, instance };
  });

  async function connected<Result>(use: (connection: DuckDB.DuckDBConnection) => Promise<Result>) {
    const connection = await (await open()).instance.connect();
    try {
      return await use(connection);
    } finally {
      connection.closeSync();
    }
  }

  return {
    /** A path in the folder, for a new file. */
    newPath: async () => join((await open()).folder, `${randomUUID()}.parquet`),

    /** Temporary tables last as long as the connection. */
    connected,

    rows: <Row extends object>(sql: string, values: DuckDB.DuckDBValue[] = []) =>
      connected(async (connection) => {
        const reader = await connection.runAndReadAll(sql, values);
        return reader.getRowObjectsJS() as unknown as Row[];
      }),

    async close(): Promise<void> {
      if (!isOpen) return;
      const { folder, instance } = await open();
      instance.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Lambda starts a new process beside the files of one that died. */
async function removeOldFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = folderName.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
