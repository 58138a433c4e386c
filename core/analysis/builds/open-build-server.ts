import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Ci } from '../ci/ci.ts';
import { openCi } from '../ci/open-ci.ts';
import { originOf } from '../configuration/repository.ts';
import type { BuildParams, SecretParams } from '../schema/params.ts';
import { analysisSettings } from '../settings.ts';

type Needs = Parameters<typeof openCi>[0] & Pick<Platform, 'environment'>;

/** The build server of an analysis. Failure('invalid', 'no_ci'): none is configured. */
export function openBuildServer(
  needs: Needs,
  { ci_url: url, ci_ssl_verify, ci_timeout }: BuildParams,
  { ci_user, ci_password }: SecretParams,
  signal: AbortSignal,
): Ci {
  if (url === null) {
    const message =
      'No build server is configured: send ci_url with the request, or set CI_URL on the server';
    throw new Failure('invalid', 'no_ci', message);
  }
  const { CI_URL } = analysisSettings(needs.environment);
  return openCi(needs, {
    ...{ kind: 'jenkins', url, user: ci_user, password: ci_password, signal },
    ...{ verifyTls: ci_ssl_verify, timeoutSeconds: ci_timeout },
    isTrusted: originOf(url) === originOf(CI_URL),
  });
}
