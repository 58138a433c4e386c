import { text } from 'node:stream/consumers';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { configurationKey, findNamed, type Configuration } from '../configuration/configuration.ts';
import { originsOf, type Setting } from '../configuration/origins.ts';
import { problemsOfConfiguration, problemsOfRepositoryFile } from '../configuration/parse.ts';
import { readConfiguration, type ConfigurationNeeds } from '../configuration/read-configuration.ts';
import type { FileKind } from './file-kinds.ts';
import { settingsFrom } from '../configuration/repository-settings.ts';
import { readRepositoryFile } from '../configuration/settings-of.ts';

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch'>;

export interface RepositoryInForce {
  readonly name: string;
  readonly settings: readonly Setting[];
  /** Why its own file cannot be used, or is not read. */
  readonly fileProblem: string | undefined;
}

export interface ConfigurationContent {
  /** What is wrong with the file of the receiver; undefined: there is none yet. */
  readonly problems: readonly string[] | undefined;
  /** By full name. */
  readonly repositories: readonly string[];
  /** The one that was asked for by its name, or the first. */
  readonly repository: RepositoryInForce | undefined;
}

/** What is in force, and what is wrong. */
export async function readConfigurationPage(
  needs: Needs,
  which: string,
): Promise<ConfigurationContent> {
  const content = await needs.blobs.get(configurationKey);
  const isOther =
    !content && (await needs.blobs.leadsOutside(`${configurationKey}/`, configurationKey));
  const nothing = { repositories: [], repository: undefined };
  if (!content && !isOther) return { problems: undefined, ...nothing };
  let configuration: Configuration;
  try {
    configuration = await readConfiguration(needs);
  } catch (error) {
    if (!isFailure(error, 'configuration')) throw error;
    const all = content ? problemsOfConfiguration(await text(content.body)) : [];
    return { problems: all.length > 0 ? all : [error.message], ...nothing };
  }
  const entries = [...configuration.repositories.values()];
  const repositories = [...new Set(entries.map(({ name }) => name))];
  const name = which === '' ? (repositories[0] ?? '') : which;
  const repository = await inForce(needs, configuration, name);
  return { problems: [], repositories, repository };
}

async function inForce(
  needs: Needs,
  configuration: Configuration,
  name: string,
): Promise<RepositoryInForce | undefined> {
  const entry = findNamed(configuration, name);
  if (!entry) return undefined;
  const settings = settingsFrom(configuration, entry);
  const isAnonymous = settings.tokens.length === 0 && !settings.app;
  const file = isAnonymous
    ? { keys: {}, problem: 'reading it needs a token' }
    : await readRepositoryFile(needs, settings).catch((error: unknown) => {
        if (!isFailure(error)) throw error;
        return { keys: {}, problem: error.message };
      });
  return {
    name: entry.name,
    settings: originsOf(configuration, entry, file),
    fileProblem: file.problem,
  };
}

/** What is wrong with a file that a person is writing. It is stored nowhere. */
export function problemsOfText(kind: FileKind, yaml: string): readonly string[] {
  return kind === 'receiver' ? problemsOfConfiguration(yaml) : problemsOfRepositoryFile(yaml);
}
