import { dirname } from 'node:path';
import { accessSync, constants, existsSync } from 'node:fs';
import { Failure } from '../platform/failure.ts';
import { openLocal, type LocalPlatform } from '../platform/open-local.ts';
import type { Environment } from '../platform/ports.ts';
import type { Hosting } from './hosting.ts';
import type { LoadedService } from './load-service.ts';

/** Opens a service's own home on this machine, or says in one line what is in the way. */
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

/** Data that is kept in a place nobody named would be data that nobody finds again. */
function assertUsable({ directory, directoryVariable, database }: Hosting): void {
  const parent = dirname(database);
  const place = existsSync(parent) ? parent : dirname(parent);
  try {
    accessSync(place, constants.W_OK);
  } catch (cause) {
    const missing = !existsSync(place);
    const message = missing
      ? `The folder ${place} does not exist: make it, or set ${directoryVariable} to another`
      : `The folder ${place} cannot be written to: correct its owner or mode, or set ${directoryVariable} to another (data goes to ${directory})`;
    throw new Failure('configuration', 'bad_directory', message, { cause });
  }
}
