import { Failure } from '../../platform/failure.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import type { Stored } from '../../platform/ports/records.ts';
import { sessions, type SessionRow } from '../tables.ts';

export async function readSession(
  { records }: Pick<Platform, 'records'>,
  id: string,
): Promise<Stored<SessionRow>> {
  const session = await records.get(sessions, { id });
  if (session) return session;
  throw new Failure('missing', 'no_session', `Session ${id} not found`);
}
