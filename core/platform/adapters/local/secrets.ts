import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { closeSync, constants, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import type { Environment } from '../../ports/environment.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { fileNameOf } from './files/file-name.ts';
import { lockFolder } from './files/folder-lock.ts';
import { codeOf, openingFailure, storageFailure } from './files/storage-failure.ts';

export interface LocalSecretsOptions {
  readonly environment: Environment;
  /** Made when absent, mode 700; one file of mode 600 for each secret of our own making. */
  readonly directory: string;
}

/** For the moment in which another process makes its secret. */
const lockMilliseconds = 10_000;

/** Configured secrets come from the environment, our own lie in files. */
export function localSecrets({ environment, directory }: LocalSecretsOptions): Secrets {
  return {
    async read(name) {
      return Object.hasOwn(environment, name) ? environment[name] || undefined : undefined;
    },

    async keep(name, make) {
      const root = openFolder(directory);
      const file = join(root, `${fileNameOf(name)}.secret`);
      try {
        return find(file) ?? makeOnce(root, file, make);
      } catch (error) {
        throw storageFailure(error);
      }
    },
  };
}

function openFolder(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return realpathSync(directory);
  } catch (error) {
    throw openingFailure('secrets', directory, error);
  }
}

/** Synchronous throughout: it happens once in the life of a data directory, and nothing of this
 * process can come between. The lock keeps other processes out. */
function makeOnce(root: string, file: string, make: () => string): string {
  const release = lockFolder(join(root, '.lock'), lockMilliseconds);
  if (!release) throw new Failure('unavailable', 'storage_unavailable', `${root} stays locked`);
  try {
    const found = find(file);
    if (found !== undefined) return found;
    const value = make();
    write(root, file, value);
    return value;
  } finally {
    release();
  }
}

function find(file: string): string | undefined {
  let descriptor;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (codeOf(error) !== 'ELOOP') throw error;
    const text = `${file} is a symlink; secrets are not read through links: put the file itself there`;
    throw new Failure('configuration', 'secret_link', text);
  }
  try {
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function write(root: string, file: string, value: string): void {
  const temporary = `${file}.new`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  const descriptor = openSync(temporary, flags, 0o600);
  try {
    writeSync(descriptor, value);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
  const folder = openSync(root, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
