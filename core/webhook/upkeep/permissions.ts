import { isFailure } from '#core/platform/failure.ts';
import type { Scm } from '#core/scm/client.ts';
import { type ConfigurationNeeds, findConfiguration } from '../configuration/read-configuration.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import { appPermissions } from '../configuration/scm-for.ts';
import { eachRepository } from './each-repository.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch'>;

/** What every evaluation reads, as the code host calls the permission. */
const reads = {
  statuses: 'commits/HEAD/status',
  checks: 'commits/HEAD/check-runs',
  contents: 'contents/',
  pull_requests: 'pulls?per_page=1',
  issues: 'issues?per_page=1',
};

const ofApp = {
  statuses: ['read', 'write'],
  checks: ['write'],
  contents: ['write'],
  pull_requests: ['write'],
  issues: ['write'],
  actions: ['write'],
};

/** Logs for each repository which permissions are missing. */
export async function tellPermissions(needs: Needs, signal?: AbortSignal): Promise<void> {
  const configuration = await findConfiguration(needs);
  if (!configuration) return;
  const task = { task: 'test of permissions', signal };
  await eachRepository(needs, configuration, task, async (settings, scm) => {
    if (settings.tokens.length === 0 && !settings.app) return;
    const missing = settings.app
      ? await missingOfApp(needs, settings)
      : await missingOfToken(settings, scm);
    if (missing.length === 0) return;
    const fields = { repository: settings.fullName, permissions: missing.join(', ') };
    needs.log('ERROR', 'permissions are missing on the code host', fields);
  });
}

async function missingOfApp(needs: Needs, settings: RepositorySettings): Promise<string[]> {
  const permissions = await appPermissions(needs, settings);
  return Object.entries(ofApp)
    .filter(([name, levels]) => !levels.includes(permissions[name] ?? ''))
    .map(([name, levels]) => `${name}: ${levels[0]}`);
}

/** The host does not tell what a person's token may do: it is tried. */
async function missingOfToken({ path }: RepositorySettings, scm: Scm): Promise<string[]> {
  const missing: string[] = [];
  for (const [name, below] of Object.entries(reads)) {
    try {
      await scm.call(`${path}/${below}`);
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (isFailure(error, 'upstream', 'forbidden')) missing.push(`${name}: read`);
    }
  }
  return missing;
}
