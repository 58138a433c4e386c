import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { readWebUrl } from '#core/text/url.ts';
import { serverCiUrl } from '#core/analysis/intake/ci/ci-access.ts';
import type { BuildRequest } from '#core/analysis/base/schema/build-request.ts';
import type { BuildParams, SecretParams } from '#core/analysis/base/schema/params.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';
import { withoutBlanks } from '#core/analysis/base/configuration/effective.ts';
import { originOf } from '#core/analysis/base/schema/repository.ts';

interface BuildSettings {
  readonly build: BuildParams;
  readonly secrets: Pick<SecretParams, 'ci_user' | 'ci_password'>;
}

/** How to reach the build server, and how long to wait for the build: the request's settings over the
 * server's. The server's login goes only to the origin that it is configured for. */
export function buildSettings(environment: Environment, request: BuildRequest): BuildSettings {
  const server = analysisSettings(environment);
  const serverUrl = serverCiUrl(environment);
  const given = withoutBlanks(request);
  const url = given.ci_url === undefined ? undefined : readWebUrl(given.ci_url);
  if (given.ci_url !== undefined && url === undefined) {
    const message = 'ci_url must be an http:// or https:// URL without user and password';
    throw new Failure('invalid', 'bad_ci_url', message);
  }
  const isSameOrigin = url === undefined || originOf(url) === originOf(serverUrl);
  // Without the check of the certificate anyone on the way could take the login.
  const isLessSafe = server.CI_SSL_VERIFY && given.ci_ssl_verify === false;
  const mayUseLogin = isSameOrigin && !isLessSafe;
  return {
    build: {
      ci_url: url ?? serverUrl ?? null,
      ci_ssl_verify: given.ci_ssl_verify ?? server.CI_SSL_VERIFY,
      ci_timeout: given.ci_timeout ?? server.CI_TIMEOUT,
      // The disk is the server's: a request may lower the limit only (S6).
      ci_artifacts_max_size_mb: Math.min(
        given.ci_artifacts_max_size_mb ?? Infinity,
        server.CI_ARTIFACTS_MAX_SIZE_MB,
      ),
      get_job_artifacts: given.get_job_artifacts ?? server.GET_JOB_ARTIFACTS,
      wait_for_completion: given.wait_for_completion ?? server.WAIT_FOR_COMPLETION,
      poll_interval_minutes: given.poll_interval_minutes ?? server.POLL_INTERVAL_MINUTES,
      max_wait_minutes: given.max_wait_minutes ?? server.MAX_WAIT_MINUTES,
      force: given.force ?? server.FORCE_ANALYSIS,
    },
    secrets: {
      ci_user: given.ci_user ?? (mayUseLogin ? server.CI_USER : undefined),
      ci_password: given.ci_password ?? (mayUseLogin ? server.CI_PASSWORD : undefined),
    },
  };
}
