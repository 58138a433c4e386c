import { isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isReserved, type Caller, type IdentityRules } from './rules.ts';
import { users, type User } from './tables.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

const minute = 60_000;

/** Records when the user was last seen, at most once a minute. */
export async function recordUse(
  { records, clock }: Needs,
  { username, id, last_seen }: User,
): Promise<void> {
  const now = clock.now();
  if (last_seen !== null && now.getTime() - Date.parse(last_seen) < minute) return;
  const changes = { last_seen: now.toISOString() };
  // One of several concurrent requests writes.
  await isWritten(records.update(users, { username }, changes, { id, last_seen }));
}

/** Records a person who acts under an unproven name, as a user without a key. */
export async function recordName(
  needs: Needs,
  { username, userId }: Pick<Caller, 'username' | 'userId'>,
  { defaultRole: role }: Pick<IdentityRules, 'defaultRole'>,
): Promise<void> {
  // A user's key or session recorded the use; a removed user does not come back.
  if (username === '' || userId !== undefined || isReserved(username)) return;
  const { records, clock } = needs;
  const user = await records.get(users, { username });
  if (user) return recordUse(needs, user);
  const created_at = clock.now().toISOString();
  const times = { created_at, last_seen: created_at };
  // Another request may be faster.
  await records.add(users, [{ username, id: await records.nextId('users'), role, ...times }]);
}
