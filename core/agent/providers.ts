import type { Platform } from '#core/platform/ports/platform.ts';
import { agentSettings, isLoopbackBind } from './settings.ts';
import { sessions } from './tables.ts';

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
  const available = await agents.models();
  const models = available.map(({ id, name, provider }) => ({ id, name, provider }));
  if (provider === undefined) return { models };
  const id = providerId(provider);
  return { models: models.filter((model) => model.provider === id) };
}

/** Where models are discovered on demand, the service is ready before: the first session waits. */
export async function agentHealth({
  agents,
  environment,
  records,
}: Needs & Pick<Platform, 'records'>) {
  if (agents.isDraining()) {
    return { status: 'draining' as const, message: 'Server is shutting down' };
  }
  const state = agents.discovery();
  const { SIDECAR_DISCOVERY } = agentSettings(environment);
  if (state === 'starting' && SIDECAR_DISCOVERY === 'start') {
    return { status: 'starting' as const, message: 'Model discovery in progress' };
  }
  const { total = 0 } = await records.list(sessions, {
    index: 'by_activity',
    where: { all: 'all' },
    limit: 1,
    total: true,
  });
  return state === 'failed'
    ? { status: 'degraded' as const, message: 'Model discovery failed', sessions: total }
    : { status: 'ok' as const, sessions: total };
}
