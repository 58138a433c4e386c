import { existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../platform/failure.ts';
import { openLocal, type LocalPlatform } from '#core/home/open-local.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Hosting } from './hosting.ts';
import type { LoadedService } from './load-service.ts';

/** Opens a service's data on this machine; a Failure says in one line what is wrong. */
export function openService(
  service: LoadedService,
  hosting: Hosting,
  environment: Environment,
  options: { readonly standIn?: readonly string[] } = {},
): LocalPlatform {
  assertUsable(hosting);
  return openLocal({
    service: service.name,
    environment,
    directory: hosting.directory,
    database: hosting.database,
    queues: service.queues,
    ...options,
  });
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
