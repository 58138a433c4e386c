import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { findNamed, type Configuration } from './configuration.ts';
import { readConfiguration, type ConfigurationNeeds } from './read-configuration.ts';
import { repositoryFile } from './repository-file.ts';
import type { RepositorySettings } from './repository-settings.ts';
import type { RepositoryEntry, RepositoryKeys } from './schema.ts';
import { defaultSizes, sizesOf } from './sizes.ts';

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch'>;

/**
 * The settings of the repository with this full name. `spend` gets the number of requests to the code
 * host that this took, for the token spend. It is not configured: Failure('missing',
 * 'RepositoryNotFoundInConfigError'); the file is wrong: Failure('configuration').
 */
export async function settingsOf(
  needs: Needs,
  fullName: string,
  spend?: (calls: number) => void,
): Promise<RepositorySettings> {
  const configuration = await readConfiguration(needs);
  const entry = findNamed(configuration, fullName);
  if (!entry) {
    const message = 'Repository not found in configuration';
    throw new Failure('missing', 'RepositoryNotFoundInConfigError', message);
  }
  const { keys, problem } = await repositoryFile(needs, settingsFrom(configuration, entry), spend);
  return { ...settingsFrom(configuration, entry, keys), fileProblem: problem };
}

/** The repository's own file, its entry, the root: the first that has a key decides. */
export function settingsFrom(
  { defaults, scm }: Configuration,
  entry: RepositoryEntry,
  own: RepositoryKeys = {},
): RepositorySettings {
  const keys = { ...defaults, ...entry, ...own };
  const labels = { ...defaults.labels, ...entry.labels, ...own.labels };
  const sizes = keys['pr-size-thresholds'];
  const enabled = labels['enabled-labels'];
  const bridge = ({ url, key }: NonNullable<RepositoryKeys['docs']>) => ({ url, key });
  return {
    // Not the payload's: it could name another repository with the short name of ours.
    fullName: entry.name,
    scm,
    logLevel: keys['log-level'] ?? 'INFO',
    events: keys.events ?? ['*'],
    tokens: keys['scm-tokens'] ?? [],
    secrets: keys['webhook-secret'] ?? [],
    welcomeExtraInfo: keys['welcome-extra-info'],
    enabledLabels: enabled && new Set(enabled),
    labelColors: labels.colors ?? {},
    sizes: sizes ? sizesOf(sizes) : defaultSizes,
    minimumLgtm: keys['minimum-lgtm'] ?? 0,
    requiredLabels: keys['can-be-merged-required-labels'] ?? [],
    autoVerifiedUsers: keys['auto-verified-and-merged-users'] ?? [],
    autoMergeBranches: keys['set-auto-merge-prs'] ?? [],
    allowsCommandsOnDrafts: keys['allow-commands-on-draft-prs'] ?? false,
    conventionalTypes: keys['conventional-title'],
    requiredChecks: keys['default-status-checks'] ?? [],
    needsResolvedThreads: keys['required-conversation-resolution'] ?? false,
    docs: keys.docs && bridge(keys.docs),
    analysis: keys.analysis && bridge(keys.analysis),
    fileProblem: undefined,
  };
}
