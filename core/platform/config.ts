import { existsSync } from 'node:fs';
import { Failure } from './failure.ts';
import type { Environment } from './ports/environment.ts';

let read: Environment | undefined;

export function unreadableEnv(cause: unknown): Failure {
  const message = 'The file .env cannot be read: check its owner and mode, or remove it';
  return new Failure('configuration', 'unreadable_env', message, { cause });
}

/** The process environment over the file `.env` of the working directory; read once. */
export function environment(): Environment {
  if (read) return read;
  if (existsSync('.env')) {
    try {
      process.loadEnvFile('.env');
    } catch (cause) {
      throw unreadableEnv(cause);
    }
  }
  // Compose files and shells write an empty value for "not set": the default applies.
  const set = Object.entries(process.env).filter(([, value]) => value?.trim());
  read = Object.freeze(Object.fromEntries(set));
  return read;
}
