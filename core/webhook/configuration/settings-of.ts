import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isOutage } from '#core/scm/refusal.ts';
import { readContent } from '#core/scm/read-content.ts';
import { findNamed } from './configuration.ts';
import { readConfiguration, type ConfigurationNeeds } from './read-configuration.ts';
import {
  settingsFrom,
  type RepositoryFile,
  type RepositorySettings,
} from './repository-settings.ts';
import { scmFor } from './scm-for.ts';

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch'>;
type Spend = (calls: number) => void;

/**
 * The settings of the repository with this full name. `spend` gets the number of requests to the code
 * host that this took, for the token spend. It is not configured: Failure('missing',
 * 'RepositoryNotFoundInConfigError'); the file is wrong: Failure('configuration').
 */
export async function settingsOf(
  needs: Needs,
  fullName: string,
  spend: Spend = () => {},
): Promise<RepositorySettings> {
  const configuration = await readConfiguration(needs);
  const entry = findNamed(configuration, fullName);
  if (!entry) {
    const message = 'Repository not found in configuration';
    throw new Failure('missing', 'RepositoryNotFoundInConfigError', message);
  }
  const settings = settingsFrom(configuration, entry);
  // Without a token the host allows 60 requests an hour.
  if (settings.tokens.length === 0 && !settings.app) return settings;
  return settingsFrom(configuration, entry, await readRepositoryFile(needs, settings, spend));
}

const path = '.scm-webhook-server.yaml';

/** The repository's own file on its default branch. A missing one is empty; an unreadable or wrong one
 * is logged, and has a problem. An outage is thrown. */
export async function readRepositoryFile(
  needs: Needs,
  settings: RepositorySettings,
  spend: Spend = () => {},
): Promise<RepositoryFile> {
  const [owner = '', repo = ''] = settings.fullName.split('/');
  const scm = scmFor(needs, settings);
  const wrong = (reason: string): RepositoryFile => {
    needs.log('WARNING', `${path} is ignored`, { repository: settings.fullName, reason });
    return { keys: {}, problem: reason };
  };
  try {
    const text = await readContent(scm, { owner, repo }, { path });
    if (text === undefined) return { keys: {} };
    const { parseRepositoryFile } = await import('./parse.ts');
    const keys = parseRepositoryFile(text);
    return typeof keys === 'string' ? wrong(keys) : { keys };
  } catch (error) {
    if (!isFailure(error) || isOutage(error)) throw error;
    return wrong(error.message);
  } finally {
    spend(scm.calls());
  }
}
