import type { Platform } from '../../platform/ports/platform.ts';
import { feedOf, sessions } from '../tables.ts';
import { isSessionId } from './session-id.ts';

type Needs = Pick<Platform, 'agents' | 'feed' | 'records'>;

/** False: there was none. A turn in progress is aborted. */
export async function deleteSession(needs: Needs, id: string): Promise<boolean> {
  if (!isSessionId(id)) return false;
  const existed = await needs.records.delete(sessions, { id });
  await forget(needs, id);
  return existed;
}

export async function forget({ agents, feed }: Needs, id: string): Promise<void> {
  await agents.remove(id);
  await feed.delete(feedOf(id));
}
