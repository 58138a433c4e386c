import type { Platform } from '#core/platform/ports/platform.ts';
import type { Transcript } from '#core/platform/ports/transcripts.ts';
import { decodedProject, projectName } from '../entries/project-label.ts';
import { isoTime } from '../entries/time-of.ts';
import type { Session } from '../schema.ts';
import type { Summary } from './summarize-files.ts';
import { readSummaries, type SearchWay } from './summary-cache.ts';

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'>;

/** A session and its file. */
export interface SessionFile {
  readonly file: Transcript;
  readonly session: Session;
}

/** A file that was written to within this time counts as active. */
const activeMilliseconds = 5 * 60_000;

/** All sessions by path. */
export async function listSessions(needs: Needs): Promise<SessionFile[]> {
  return (await listWithWay(needs)).sessions;
}

export async function listWithWay(
  needs: Needs,
): Promise<{ readonly sessions: SessionFile[]; readonly way: SearchWay }> {
  const { cached, way } = await readSummaries(needs);
  const now = needs.clock.now().getTime();
  const sessions = cached.map(({ file, summary }) => {
    return { file, session: sessionOf(file, summary, now) };
  });
  return { sessions, way };
}

function sessionOf(file: Transcript, summary: Summary, now: number): Session {
  const { slug, branch, cwd, created, updated, messages } = summary;
  const project_path = cwd ?? decodedProject(file.path);
  return {
    id: sessionId(file.path),
    slug,
    project_path,
    project_name: projectName(project_path),
    git_branch: branch,
    created_at: isoTime(created),
    updated_at: isoTime(updated),
    message_count: messages,
    is_active: now - file.modified.getTime() < activeMilliseconds,
  };
}

export function sessionId(path: string): string {
  return path.slice(path.indexOf('/') + 1).replace(/\.jsonl$/, '');
}
