import { randomUUID } from 'node:crypto';
import { constants, linkSync, mkdirSync } from 'node:fs';
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import type { Environment } from '../../ports/environment.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { syncFolder } from './files/durable.ts';
import { fileNameOf } from './files/file-name.ts';
import { codeOf, openingFailure, storageFailure } from '../rules/storage-failure.ts';

export interface LocalSecretsOptions {
  readonly environment: Environment;
  /** Created if absent, mode 700. One file of mode 600 for each generated secret. */
  readonly directory: string;
  /** The secrets that encrypt what lies beside `directory`, and the folder where they are kept
   * instead. */
  readonly apart?: { readonly names: readonly string[]; readonly directory: string } | undefined;
}

/** Configured secrets come from the environment, generated ones are files. */
export function localSecrets({ environment, directory, apart }: LocalSecretsOptions): Secrets {
  return {
    async read(name) {
      return Object.hasOwn(environment, name) ? environment[name] || undefined : undefined;
    },

    async keep(name, make) {
      const isApart = apart?.names.includes(name) === true;
      const root = openFolder(isApart ? apart.directory : directory);
      const file = join(root, `${fileNameOf(name)}.secret`);
      try {
        if (find(file) === undefined) await write(root, file, make());
        return find(file) ?? '';
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

function find(file: string): string | undefined {
  const flag = constants.O_RDONLY | constants.O_NOFOLLOW;
  try {
    return readFileSync(file, { encoding: 'utf8', flag });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (codeOf(error) !== 'ELOOP') throw error;
    const text = `${file} is a symlink; secrets are not read through links: put the file itself there`;
    throw new Failure('configuration', 'secret_link', text);
  }
}

/** Writes the file atomically; if another process was faster, its value stays. */
async function write(root: string, file: string, value: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  try {
    writeFileSync(temporary, value, { flag: 'wx', mode: 0o600, flush: true });
    linkSync(temporary, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  await syncFolder(root);
}
