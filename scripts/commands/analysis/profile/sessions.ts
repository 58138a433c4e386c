import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '#core/platform/ports/environment.ts';
import { folderOf } from './read-profiles.ts';

// The sessions of `lantern auth login`, by server. The service ends them after eight hours.

function fileOf(variables: Environment): string {
  return join(folderOf(variables, 'XDG_STATE_HOME', '.local/state'), 'sessions.json');
}

function read(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    // There is none, or it is damaged: the user logs in again.
    return {};
  }
}

export function sessionOf(variables: Environment, server: string): string | undefined {
  return read(fileOf(variables))[server];
}

/** Undefined: forgets it. */
export function keepSession(
  variables: Environment,
  server: string,
  session: string | undefined,
): void {
  const file = fileOf(variables);
  const { [server]: _before, ...others } = read(file);
  const sessions = session === undefined ? others : { ...others, [server]: session };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(sessions)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
