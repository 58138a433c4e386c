import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import type { Scm } from '#core/scm/client.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import { scmFor } from '../configuration/scm-for.ts';
import { settingsFrom } from '../configuration/repository-settings.ts';

type Needs = Pick<Platform, 'clock' | 'fetch' | 'log'>;

const atOnce = 5;

/** Does something for each configured repository, by the settings of config.yaml alone. A failure is
 * logged, and the others go on. */
export async function eachRepository(
  needs: Needs,
  configuration: Configuration,
  { task, signal }: { readonly task: string; readonly signal?: AbortSignal | undefined },
  work: (settings: RepositorySettings, scm: Scm) => Promise<void>,
): Promise<void> {
  const entries = [...new Set(configuration.repositories.values())];
  await eachAtMost(atOnce, entries, async (entry) => {
    if (signal?.aborted) return;
    try {
      const settings = settingsFrom(configuration, entry);
      await work(settings, scmFor(needs, settings, signal ? { signal } : {}));
    } catch (error) {
      if (signal?.aborted) return;
      const reason = isFailure(error) ? error.message : String(error);
      needs.log('ERROR', `${task} failed`, { repository: entry.name, reason });
    }
  });
}
