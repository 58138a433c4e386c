import { isWritten } from '../platform/failure.ts';
import type { Platform } from '../platform/ports/platform.ts';
import { users, type User } from './tables.ts';

const minute = 60_000;

/** Records when the user was last seen, at most once a minute. */
export async function recordUse(
  { records, clock }: Pick<Platform, 'records' | 'clock'>,
  { username, id, last_seen }: User,
): Promise<void> {
  const now = clock.now();
  if (last_seen !== null && now.getTime() - Date.parse(last_seen) < minute) return;
  const changes = { last_seen: now.toISOString() };
  // Of concurrent requests one writes.
  await isWritten(records.update(users, { username }, changes, { id, last_seen }));
}
