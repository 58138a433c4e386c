import { allRows } from '#core/platform/all-rows.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { feedOf, type SessionRow, sessions } from './tables.ts';

/** Files are named after the id: another text of a caller must not reach them. */
function isSessionId(text: string): boolean {
  return /^ses_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}

/** All sessions, those that were used last at the end. `to`: only those without activity since. */
export async function* everySession(needs: Pick<Platform, 'records'>, to?: string) {
  const query = { index: 'by_activity', where: { all: 'all' as const } };
  for await (const rows of allRows(needs, sessions, {
    ...query,
    ...(to !== undefined && { to }),
  })) {
    yield* rows;
  }
}

export async function readSession(
  { records }: Pick<Platform, 'records'>,
  id: string,
): Promise<Stored<SessionRow>> {
  const session = await records.get(sessions, { id });
  if (session) return session;
  throw noSession(id);
}

export function noSession(id: string): Failure {
  return new Failure('missing', 'no_session', `Session ${id} not found`);
}

/** The last used first. */
export async function listSessions(needs: Pick<Platform, 'records'>) {
  const sessions = [];
  for await (const row of everySession(needs)) {
    const { id: session_id, provider, model, created_at, last_activity, busy_since } = row;
    const busy = busy_since !== null;
    const { spent: usage, budget } = row;
    const { max_cost = null, max_tokens = null } = budget;
    const limits = { max_cost, max_tokens };
    const times = { created_at, last_activity };
    sessions.unshift({ session_id, provider, model, ...times, busy, usage, ...limits });
  }
  return { sessions };
}

/** What was said, oldest first. A message of the turn in progress is there once it is whole. */
export async function readMessages(
  needs: Pick<Platform, 'agents' | 'records'>,
  id: string,
  range: { readonly offset: number; readonly limit: number },
) {
  await readSession(needs, id);
  const { total, messages } = await needs.agents.messages(id, range);
  return { total, offset: range.offset, messages };
}

type Needs = Pick<Platform, 'agents' | 'feed' | 'records'>;

/** False: there was none. A turn in progress is aborted. */
export async function deleteSession(needs: Needs, id: string): Promise<boolean> {
  if (!isSessionId(id)) return false;
  const existed = await needs.records.delete(sessions, { id });
  await forget(needs, id);
  return existed;
}

async function forget({ agents, feed }: Needs, id: string): Promise<void> {
  await agents.remove(id);
  await feed.delete(feedOf(id));
}

const idleMilliseconds = 3_600_000;

/** Removes sessions without a prompt for an hour; never one with a turn in progress. */
export async function removeIdleSessions(needs: Needs & Pick<Platform, 'clock'>): Promise<void> {
  const since = new Date(needs.clock.now().getTime() - idleMilliseconds).toISOString();
  for await (const { id, busy_since, version } of everySession(needs, since)) {
    if (busy_since !== null) continue;
    try {
      await needs.records.delete(sessions, { id }, { version });
      await forget(needs, id);
    } catch (error) {
      // It was used in this moment.
      if (!isFailure(error, 'conflict')) throw error;
    }
  }
}
