import { randomUUID } from 'node:crypto';
import type { Caller } from '#core/identity/rules.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { effectiveSettings, withoutBlanks } from '../../base/configuration/effective.ts';
import type { BuildRequest } from '../../base/schema/build-request.ts';
import type { Job } from '../../base/tables/job-tables.ts';
import { startJob } from './start-job.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { readWebUrl } from '#core/text/url.ts';
import { serverCiUrl } from '../../intake/ci/open-ci.ts';
import type { BuildParams, SecretParams } from '../../base/schema/params.ts';
import { analysisSettings } from '../../base/settings.ts';
import { originOf } from '../../base/schema/repository.ts';

/** Accepts the analysis of a build: its failures are read from the build server later. */
export async function analyzeBuild(
  needs: Parameters<typeof startJob>[0],
  caller: Caller,
  request: BuildRequest,
): Promise<Stored<Job>> {
  const effective = effectiveSettings(needs.environment, request);
  const { build, secrets } = buildSettings(needs.environment, request);
  const job = {
    id: `job_${randomUUID()}`,
    kind: 'build' as const,
    repeats: null,
    build,
    job_name: request.job_name.trim(),
    build_number: request.build_number,
  };
  return startJob(needs, caller, job, {
    ...effective,
    secrets: { ...effective.secrets, ...secrets },
  });
}

interface BuildSettings {
  readonly build: BuildParams;
  readonly secrets: Pick<SecretParams, 'ci_user' | 'ci_password'>;
}

/** How to reach the build server, and how long to wait for the build: the request's settings over the
 * server's. The server's login goes only to the origin that it is configured for. */
export function buildSettings(environment: Environment, request: BuildRequest): BuildSettings {
  const server = analysisSettings(environment);
  const serverUrl = serverCiUrl(environment);
  const fields = withoutBlanks(request);
  const url = fields.ci_url === undefined ? undefined : readWebUrl(fields.ci_url);
  if (fields.ci_url !== undefined && url === undefined) {
    const message = 'ci_url must be an http:// or https:// URL without user and password';
    throw new Failure('invalid', 'bad_ci_url', message);
  }
  const isSameOrigin = url === undefined || originOf(url) === originOf(serverUrl);
  // Without the check of the certificate anyone on the way could take the login.
  const isLessSafe = server.CI_SSL_VERIFY && fields.ci_ssl_verify === false;
  const mayUseLogin = isSameOrigin && !isLessSafe;
  return {
    build: {
      ci_url: url ?? serverUrl ?? null,
      ci_ssl_verify: fields.ci_ssl_verify ?? server.CI_SSL_VERIFY,
      ci_timeout: fields.ci_timeout ?? server.CI_TIMEOUT,
      // The disk is the server's: a request may lower the limit only (S6).
      ci_artifacts_max_size_mb: Math.min(
        fields.ci_artifacts_max_size_mb ?? Infinity,
        server.CI_ARTIFACTS_MAX_SIZE_MB,
      ),
      get_job_artifacts: fields.get_job_artifacts ?? server.GET_JOB_ARTIFACTS,
      wait_for_completion: fields.wait_for_completion ?? server.WAIT_FOR_COMPLETION,
      poll_interval_minutes: fields.poll_interval_minutes ?? server.POLL_INTERVAL_MINUTES,
      max_wait_minutes: fields.max_wait_minutes ?? server.MAX_WAIT_MINUTES,
      force: fields.force ?? server.FORCE_ANALYSIS,
    },
    secrets: {
      ci_user: fields.ci_user ?? (mayUseLogin ? server.CI_USER : undefined),
      ci_password: fields.ci_password ?? (mayUseLogin ? server.CI_PASSWORD : undefined),
    },
  };
}
