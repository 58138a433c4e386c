import type { Platform } from '#core/platform/ports/platform.ts';
import type { Ci, CiAccess, CiBuild } from './ci.ts';
import { githubActions } from './github-actions.ts';
import { jenkins } from './jenkins.ts';
import { Failure } from '#core/platform/failure.ts';
import type { BuildParams, SecretParams } from '../../base/schema/params.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { originOf } from '../../base/schema/repository.ts';
import { publicApi } from '#core/scm/settings.ts';
import { analysisSettings } from '../../base/settings.ts';

type Needs = Pick<Platform, 'fetch' | 'trees' | 'clock'>;

export function openCi(needs: Needs, access: CiAccess): Ci {
  return access.kind === 'jenkins' ? jenkins(needs, access) : githubActions(needs, access);
}

type ServerNeeds = Parameters<typeof openCi>[0] & Pick<Platform, 'environment'>;

/** The build server of an analysis. Failure('invalid', 'no_ci'): none is configured. */
export function openBuildServer(
  needs: ServerNeeds,
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

/** The build server that the environment names. */
export function serverCiUrl(environment: Environment): string | undefined {
  const { CI_KIND, CI_URL } = analysisSettings(environment);
  return CI_URL ?? (CI_KIND === 'github-actions' ? publicApi : undefined);
}

/** How the analysis of a build reaches its build server. Undefined: no build server is configured.
 * Only the one of CI_URL may have a private address: a request may name any (S4). */
export function ciAccess(
  environment: Environment,
  build: Pick<BuildParams, 'ci_url' | 'ci_ssl_verify' | 'ci_timeout'>,
  secrets: Pick<SecretParams, 'ci_user' | 'ci_password'>,
  signal?: AbortSignal,
): CiAccess | undefined {
  const { ci_url: url, ci_ssl_verify: verifyTls, ci_timeout: timeoutSeconds } = build;
  if (url === null) return undefined;
  const { CI_KIND } = analysisSettings(environment);
  return {
    kind: CI_KIND,
    url,
    user: secrets.ci_user,
    password: secrets.ci_password,
    verifyTls,
    timeoutSeconds,
    isTrusted: originOf(url) === originOf(serverCiUrl(environment)),
    ...(signal && { signal }),
  };
}

/** Failure('missing') if there is no such build. */
export async function findBuild(ci: Ci, name: string, number: number): Promise<CiBuild> {
  const build = await ci.build(name, number);
  if (build) return build;
  throw new Failure('missing', 'no_build', `CI job ${name} #${number} not found`);
}
