import { namesOf } from '#core/host/gateway/check-host.ts';
import type { Hosting } from '#core/host/service/hosting.ts';
import type { LoadedService } from '#core/host/service/load-service.ts';
import { clientAddress } from '#core/http/request/client-address.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { commonSettings } from '#core/platform/settings.ts';

interface Read {
  readonly service: LoadedService;
  readonly environment: Environment;
  readonly isBeside: boolean;
}

/** Where each service listens. An error names everything that is wrong with the settings of all
 * services in one line. */
export function readHostings(all: readonly Read[]): Hosting[] {
  const problems = new Set<string>();
  const hostings = all.flatMap(({ service, environment, isBeside }) => {
    collect(problems, () => clientAddress(commonSettings(environment).TRUSTED_PROXIES));
    collect(problems, () => namesOf(environment));
    collect(problems, () => service.settings(environment));
    return collect(problems, () => service.hosting(environment, { isBeside }));
  });
  if (problems.size === 0) return hostings;
  throw new Failure('configuration', 'bad_setting', [...problems].join('; '));
}

function collect<Value>(problems: Set<string>, read: () => Value): Value[] {
  try {
    return [read()];
  } catch (error) {
    if (!isFailure(error, 'configuration')) throw error;
    // One message may name several settings.
    for (const problem of error.message.split('; ')) problems.add(problem);
    return [];
  }
}
