import type { Platform } from '../platform/ports/platform.ts';
import { sessions } from './tables.ts';

/** While no discovery has ended, it begins one: under `npm start` the agent's modules are loaded only
 * when somebody asks for them. */
export async function agentHealth({ agents, records }: Pick<Platform, 'agents' | 'records'>) {
  const state = agents.discovery();
  if (state === 'starting') {
    agents.discover().catch(() => undefined);
    return { status: 'starting' as const, message: 'Model discovery in progress' };
  }
  const { total = 0 } = await records.list(sessions, {
    ...{ index: 'by_activity', where: { all: 'all' as const }, limit: 1, total: true },
  });
  return state === 'ok'
    ? { status: 'ok' as const, sessions: total }
    : { status: 'degraded' as const, message: 'Model discovery failed', sessions: total };
}
