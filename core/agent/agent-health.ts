import type { Platform } from '../platform/ports/platform.ts';
import { agentSettings } from './settings.ts';
import { sessions } from './tables.ts';

type Needs = Pick<Platform, 'agents' | 'environment' | 'records'>;

/** Where models are discovered on demand, the service is ready before: the first session waits. */
export async function agentHealth({ agents, environment, records }: Needs) {
  if (agents.isDraining()) {
    return { status: 'draining' as const, message: 'Server is shutting down' };
  }
  const state = agents.discovery();
  const { SIDECAR_DISCOVERY } = agentSettings(environment);
  if (state === 'starting' && SIDECAR_DISCOVERY === 'start') {
    return { status: 'starting' as const, message: 'Model discovery in progress' };
  }
  const { total = 0 } = await records.list(sessions, {
    ...{ index: 'by_activity', where: { all: 'all' as const }, limit: 1, total: true },
  });
  return state === 'failed'
    ? { status: 'degraded' as const, message: 'Model discovery failed', sessions: total }
    : { status: 'ok' as const, sessions: total };
}
