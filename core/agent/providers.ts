import type { Platform } from '../platform/ports/platform.ts';
import { isLoopbackBind } from './is-loopback-bind.ts';

type Needs = Pick<Platform, 'agents' | 'environment'>;

const aliases: Readonly<Record<string, string>> = {
  claude: 'anthropic',
  gemini: 'google',
  cursor: 'acpx-cursor',
};

/** The id of the provider that a caller means. */
export function providerId(name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
}

/** What callers from other machines may know of a provider's credentials is only whether it has some. */
export async function readProvider({ agents, environment }: Needs, name: string) {
  const status = await agents.provider(providerId(name));
  const { isInteractive: _interactive, ...shown } = status;
  if (isLoopbackBind(environment)) return shown;
  const { authStatus, authCheck } = shown;
  return {
    ...shown,
    authStatus: { configured: authStatus.configured },
    authCheck: authCheck && { type: authCheck.type },
  };
}

export async function listModels({ agents }: Pick<Needs, 'agents'>, provider?: string) {
  const models = await agents.models();
  if (provider === undefined) return { models };
  const wanted = providerId(provider);
  return { models: models.filter((model) => model.provider === wanted) };
}
