import { readFile } from 'node:fs/promises';
import { Failure } from '#core/platform/failure.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import { parseConfiguration } from '#core/webhook/configuration/parse.ts';
import type { ConfigurationFile, RepositoryEntry } from '#core/webhook/configuration/schema.ts';
import { usage } from '../line/group.ts';
import type { Shell } from '../line/shell.ts';
import { configurationFile, type WebhookOptions } from './options.ts';

/** The repository of the configuration that is meant. */
export function entryOf(
  { repositories }: ConfigurationFile,
  { repository }: WebhookOptions,
): RepositoryEntry {
  const entries = Object.values(repositories);
  const entry =
    repository === undefined
      ? entries[0]
      : entries.find(({ name }) => lowerAscii(name) === lowerAscii(repository));
  if (entry) return entry;
  const all = entries.map(({ name }) => name).join(', ');
  throw usage(`The configuration has no repository ${repository ?? ''}. Available: ${all}`);
}

/** The receiver's configuration. */
export async function readReceiver(options: WebhookOptions, shell: Shell) {
  const hint = ' Write one with lantern webhook init, or name another one with --config.';
  return parseConfiguration(await readText(configurationFile(options, shell), hint));
}

export async function readText(file: string, hint = ''): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const missing = `There is no file ${file}.${hint}`;
    if (code === 'ENOENT') throw new Failure('missing', 'no_file', missing);
    throw new Failure('invalid', 'unreadable', `${file} cannot be read (${code})`);
  }
}
