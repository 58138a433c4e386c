import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Scm } from '#core/scm/client.ts';
import type { Configuration } from './configuration/configuration.ts';
import type { ConfigurationNeeds } from './configuration/read-configuration.ts';
import type { RepositorySettings } from './configuration/repository-settings.ts';
import { settingsOf } from './configuration/settings-of.ts';
import { scmFor } from './scm-for.ts';

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch'>;

const atOnce = 5;

/** Does something for each configured repository. A failure is logged, and the others go on. */
export async function eachRepository(
  needs: Needs,
  { repositories }: Configuration,
  { task, signal }: { readonly task: string; readonly signal?: AbortSignal | undefined },
  work: (settings: RepositorySettings, scm: Scm) => Promise<void>,
): Promise<void> {
  const names = new Set([...repositories.values()].map(({ name }) => name));
  const waiting = [...names];
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (signal?.aborted) return;
      try {
        const settings = await settingsOf(needs, { fullName: name, name });
        await work(settings, scmFor(needs, settings, signal ? { signal } : {}));
      } catch (error) {
        if (signal?.aborted) return;
        const reason = isFailure(error) ? error.message : String(error);
        needs.log('ERROR', `${task} failed`, { repository: name, reason });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
