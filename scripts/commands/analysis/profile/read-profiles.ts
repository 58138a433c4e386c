import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { plain } from '../../line/plain.ts';
import { checkProfiles, type Profiles } from './check-profiles.ts';
import { isSecret, keyNames, type Profile } from './keys.ts';

/** The XDG base directories must be absolute; others are ignored. */
export function folderOf(variables: Environment, name: string, initial: string): string {
  const path = variables[name] ?? '';
  const home = variables['HOME'] ?? homedir();
  return join(isAbsolute(path) ? path : join(home, initial), 'lantern');
}

export function profileFile(variables: Environment): string {
  return join(folderOf(variables, 'XDG_CONFIG_HOME', '.config'), 'config.toml');
}

/** Without a file there are no profiles. `warn` hears that others can read its tokens. */
export function readProfiles(variables: Environment, warn: (text: string) => void): Profiles {
  const file = profileFile(variables);
  const text = readIfThere(file);
  if (text === undefined) return { file, initial: undefined, servers: new Map(), defaults: {} };
  const profiles = checkProfiles(parsed(file, text), file);
  const all: Profile[] = [profiles.defaults, ...profiles.servers.values()];
  const hasSecrets = all.some((each) => keyNames.some((key) => isSecret(key) && each[key]));
  if (hasSecrets && process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    warn(`Warning: ${file} has tokens and other users can read it: chmod 600 ${file}`);
  }
  return profiles;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const message = `${file} cannot be read (${code ?? 'unknown'})`;
    throw new Failure('configuration', 'unreadable_profile', message);
  }
}

function parsed(file: string, text: string) {
  try {
    // Otherwise 5.0 is an integer too.
    return parse(text, { integersAsBigInt: true });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // Further lines of the message quote the file, which may have tokens.
    const [problem = ''] = error.message.split('\n');
    const message = `${file}:${error.line}: ${plain(problem.replace(/^Invalid TOML document: /, ''))}`;
    throw new Failure('configuration', 'bad_profile', message);
  }
}
