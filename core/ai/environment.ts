import type { Environment } from '#core/platform/ports/environment.ts';
import { maskSecrets, maskTokens } from '#core/text/mask.ts';
import { secretsOf } from '#core/text/secrets-of.ts';

/** Variables for every command line. NODE_EXTRA_CA_CERTS is needed behind a proxy that opens TLS. */
const sharedVariables = [
  'PATH',
  'HOME',
  'LANG',
  'TERM',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
];

/** The variables of the server that a command line gets: the shared ones and its provider's own. A
 * model may read all of them. */
export function minimalEnvironment(
  environment: Environment,
  own: readonly string[],
  fixed: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const minimal: Record<string, string> = { ...fixed };
  for (const name of [...sharedVariables, ...own]) {
    const value = environment[name];
    if (value !== undefined && value !== '') minimal[name] = value;
  }
  return minimal;
}

/** For error messages: masks values after words such as `password=` too. */
export function errorWithoutSecrets(message: string, environment: Environment): string {
  return maskSecrets(message, secretsOf(environment));
}

/** Masks the server's secrets and everything that has the form of a token. */
export function withoutSecrets(text: string, environment: Environment): string {
  return maskTokens(text, secretsOf(environment));
}
