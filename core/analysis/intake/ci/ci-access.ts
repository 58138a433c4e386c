import type { Environment } from '#core/platform/ports/environment.ts';
import { originOf } from '#core/analysis/base/schema/repository.ts';
import type { BuildParams, SecretParams } from '#core/analysis/base/schema/params.ts';
import { publicApi } from '#core/scm/settings.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';
import type { CiAccess } from './ci.ts';

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
    ...{ kind: CI_KIND, url, user: secrets.ci_user, password: secrets.ci_password },
    ...{
      verifyTls,
      timeoutSeconds,
      isTrusted: originOf(url) === originOf(serverCiUrl(environment)),
    },
    ...(signal && { signal }),
  };
}
