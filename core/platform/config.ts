import { existsSync } from 'node:fs';
import { Failure } from './failure.ts';
import type { Environment } from './ports/environment.ts';

let read: Environment | undefined;

/** The process environment over the file `.env` of the working directory; read once. */
export function environment(): Environment {
  if (read) return read;
  if (existsSync('.env')) {
    try {
      process.loadEnvFile('.env');
    } catch (cause) {
      throw new Failure(
        'configuration',
        'unreadable_env',
        'The file .env cannot be read: check its owner and mode, or remove it',
        { cause },
      );
    }
  }
  // An empty value is how compose files and shells say "not set": defaults apply then.
  const set = Object.entries(process.env).filter(([, value]) => value?.trim());
  read = Object.freeze(Object.fromEntries(set));
  return read;
}
