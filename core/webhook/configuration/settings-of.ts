import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
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
  const file = await cachedFile(needs, settingsFrom(configuration, entry), spend);
  return settingsFrom(configuration, entry, file);
}

const path = '.scm-webhook-server.yaml';
const cacheMs = 5 * 60_000;
const maxCached = 1_000;

type Cache = Map<string, { readonly at: number; readonly file: RepositoryFile }>;
const caches = new WeakMap<Platform['fetch'], Cache>();

/** The repository's own file on its default branch. One with a problem is read again the next time. */
async function cachedFile(
  needs: Needs,
  settings: RepositorySettings,
  spend: Spend,
): Promise<RepositoryFile> {
  const { fullName, tokens } = settings;
  // Without a token the host allows 60 requests an hour.
  if (tokens.length === 0) return { keys: {} };
  const cache: Cache = caches.get(needs.fetch) ?? new Map<string, never>();
  caches.set(needs.fetch, cache);
  const now = needs.clock.now().getTime();
  const cached = cache.get(fullName);
  if (cached && Math.abs(now - cached.at) < cacheMs) return cached.file;
  cache.delete(fullName);
  const file = await readFile(needs, settings, spend);
  if (cache.size >= maxCached) cache.clear();
  if (file.problem === undefined) cache.set(fullName, { at: now, file });
  return file;
}

/** A missing file is empty. An unreadable or wrong one is logged, and has a problem. */
async function readFile(
  needs: Needs,
  settings: RepositorySettings,
  spend: Spend,
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
    if (!isFailure(error)) throw error;
    return wrong(error.message);
  } finally {
    spend(scm.calls());
  }
}
