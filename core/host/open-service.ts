import { existsSync, mkdtempSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from '#core/platform/failure.ts';
import { openLocal, type LocalOptions, type LocalPlatform } from '#core/home/open-local.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Hosting } from './service/hosting.ts';
import type { LoadedService } from './service/load-service.ts';

/** Opens a service's data on this machine; a Failure says in one line what is wrong. */
export function openService(
  service: LoadedService,
  hosting: Hosting,
  environment: Environment,
  options: Pick<LocalOptions, 'standIn' | 'clock' | 'writeLog'> = {},
): LocalPlatform {
  const open = (directory: string, database: string, more = {}) =>
    openLocal({
      service: service.name,
      environment,
      queues: service.queues,
      ...options,
      ...more,
      directory,
      database,
    });
  try {
    assertUsable(hosting);
    return open(hosting.directory, hosting.database);
  } catch (error) {
    if (hosting.isCache !== true) throw error;
    return openWithoutCache(open, error);
  }
}

/** For this run alone, in a temporary folder. */
function openWithoutCache(
  open: (directory: string, database: string, more: object) => LocalPlatform,
  reason: unknown,
): LocalPlatform {
  const directory = mkdtempSync(join(tmpdir(), 'lantern-'));
  const platform = open(directory, join(directory, 'data.db'), { bypassesIndex: true });
  const message = reason instanceof Error ? reason.message : String(reason);
  platform.log('WARNING', `No index is kept, each search reads the files: ${message}`);
  return {
    ...platform,
    async close() {
      await platform.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Missing folders are made, except above a database whose path the operator chose: a typing mistake
 * there would start an empty database. */
function assertUsable({ directory, directoryVariable, database, isFolderGiven }: Hosting): void {
  let place = dirname(database);
  if (isFolderGiven && !existsSync(place)) {
    const message = `The folder ${place} does not exist: make it, or correct ${directoryVariable}`;
    throw new Failure('configuration', 'bad_directory', message);
  }
  while (!existsSync(place)) place = dirname(place);
  if (!statSync(place).isDirectory()) {
    const message = `${place} is not a folder: remove it, or set ${directoryVariable} to another`;
    throw new Failure('configuration', 'bad_directory', message);
  }
  try {
    // Tried for real: permission bits do not apply to root, and below /proc nothing can be written.
    rmdirSync(mkdtempSync(join(place, '.lantern-')));
  } catch (cause) {
    const message = `${place} cannot be written to: correct its owner or mode, or set ${directoryVariable} to another folder (data would go to ${directory})`;
    throw new Failure('configuration', 'bad_directory', message, { cause });
  }
}
