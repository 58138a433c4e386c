import { maskSecrets, maskTokens } from '../../text/mask.ts';
import { secretsOf } from '../../text/secrets-of.ts';
import type { Environment } from '../../platform/ports/environment.ts';
import type { Mask } from './clean.ts';

interface Secrets {
  /** Of the configuration. */
  readonly known: readonly string[];
  /** False: known secrets and everything in the form of a token are masked all the same (S10). */
  readonly masksByWords: boolean;
}

export function maskingOf(environment: Environment, { known, masksByWords }: Secrets): Mask {
  const secrets = [...secretsOf(environment), ...known];
  const mask = masksByWords ? maskSecrets : maskTokens;
  return (text) => mask(text, secrets);
}
