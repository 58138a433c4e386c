import type { Environment } from '../../platform/ports.ts';
import { maskTokens } from '../../text/mask.ts';

const secretName = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|HEADERS|_PAT$/;

/** What a model wrote, without secrets of ours and what looks like anybody's. */
export function withoutSecrets(text: string, environment: Environment): string {
  const known = Object.entries(environment)
    .filter(([name, value]) => secretName.test(name) && (value?.length ?? 0) >= 8)
    .map(([, value]) => value as string);
  return maskTokens(text, known);
}
