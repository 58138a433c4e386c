import type { Environment } from '#core/platform/ports/environment.ts';
import { maskTokens } from '#core/text/mask.ts';
import { secretsOf } from '#core/text/secrets-of.ts';

/** NODE_EXTRA_CA_CERTS is a path: without it no call passes a proxy that opens TLS. */
const everybody = [
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

/**
 * What a command line gets of the server's environment: the list above and its provider's own
 * variables. A model reads whatever it can reach, so nothing else is there to be read.
 */
export function minimalEnvironment(
  environment: Environment,
  own: readonly string[],
  fixed: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const minimal: Record<string, string> = { ...fixed };
  for (const name of [...everybody, ...own]) {
    const value = environment[name];
    if (value !== undefined && value !== '') minimal[name] = value;
  }
  return minimal;
}

/** What a model or its command said, without secrets of ours and what looks like anybody's. */
export function withoutSecrets(text: string, environment: Environment): string {
  return maskTokens(text, secretsOf(environment));
}
