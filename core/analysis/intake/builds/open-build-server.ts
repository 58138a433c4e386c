import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Ci } from '../ci/ci.ts';
import { ciAccess } from '../ci/ci-access.ts';
import { openCi } from '../ci/open-ci.ts';
import type { BuildParams, SecretParams } from '#core/analysis/base/schema/params.ts';

type Needs = Parameters<typeof openCi>[0] & Pick<Platform, 'environment'>;

/** The build server of an analysis. Failure('invalid', 'no_ci'): none is configured. */
export function openBuildServer(
  needs: Needs,
  params: BuildParams,
  secrets: SecretParams,
  signal: AbortSignal,
): Ci {
  const access = ciAccess(needs.environment, params, secrets, signal);
  if (access) return openCi(needs, access);
  const message =
    'No build server is configured: send ci_url with the request, or set CI_URL on the server';
  throw new Failure('invalid', 'no_ci', message);
}
