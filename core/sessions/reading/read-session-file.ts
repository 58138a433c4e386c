import type { Platform } from '#core/platform/ports/platform.ts';
import { Failure } from '#core/platform/failure.ts';
import { listSessions, type SessionFile } from '../summaries/list-sessions.ts';

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'>;

/** Of several files with the id, the one that was written last. Absent: Failure('missing'). */
export async function readSessionFile(needs: Needs, id: string): Promise<SessionFile> {
  const [newest] = (await listSessions(needs))
    .filter(({ session }) => session.id === id)
    .sort((one, other) => other.file.modified.getTime() - one.file.modified.getTime());
  if (newest) return newest;
  throw new Failure('missing', 'no_session', 'Session not found');
}
