import { namesOf } from '#core/host/check-host.ts';
import type { LoadedService } from '#core/host/load-service.ts';
import { clientAddress } from '#core/http/client-address.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { commonSettings } from '#core/platform/settings.ts';

export interface Given {
  readonly service: LoadedService;
  readonly environment: Environment;
}

/** Names everything that is wrong with the settings of all services, in one line. */
export function assertSettings(all: readonly Given[]): void {
  const problems = all.flatMap(({ service, environment }) => [
    ...problemsOf(() => clientAddress(commonSettings(environment).TRUSTED_PROXIES)),
    ...problemsOf(() => namesOf(environment)),
    ...problemsOf(() => service.hosting(environment)),
  ]);
  if (problems.length === 0) return;
  const text = [...new Set(problems)].join('; ');
  throw new Failure('configuration', 'bad_setting', text);
}

function problemsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    // Settings that are read together name all that is wrong with them already.
    if (isFailure(error, 'configuration')) return error.message.split('; ');
    throw error;
  }
}
