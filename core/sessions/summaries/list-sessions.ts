import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Transcript } from '#core/platform/ports/transcripts.ts';
import { isCodex, isGemini } from '#core/text/transcript-path.ts';
import { decodedProject, isoTime, projectName } from '../entries.ts';
import { fold } from '../lines/fold.ts';
import type { Project, Session } from '../schema.ts';
import type { Summary } from './summarize-files.ts';
import { readSummaries, type SearchWay } from './summary-cache.ts';

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'>;

/** A session and its file. */
interface SessionFile {
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
  const { slug, branch, cwd, created, updated, messages, named, prompt, session } = summary;
  const id = sessionId(file.path);
  const project_path = cwd ?? decodedProject(file.path);
  return {
    id,
    slug,
    project_path,
    project_name: projectName(project_path),
    git_branch: branch,
    created_at: isoTime(created),
    updated_at: isoTime(updated),
    message_count: messages,
    is_active: now - file.modified.getTime() < activeMilliseconds,
    title: named ?? prompt,
    assistant: isCodex(file.path) ? 'codex' : isGemini(file.path) ? 'gemini' : 'claude',
    parent_id: id.startsWith('agent-') ? session : null,
  };
}

export function sessionId(path: string): string {
  const name = path.slice(path.indexOf('/') + 1).replace(/\.jsonl?$/, '');
  // Codex writes when the session began before its id.
  return isCodex(path) ? name.replace(/^rollout-.*(?=[\da-f]{8}(?:-[\da-f]{4}){3}-)/, '') : name;
}

/** Those without a time last; of one time by path. */
export function newestFirst(sessions: readonly SessionFile[]): SessionFile[] {
  const time = ({ session }: SessionFile) => session.updated_at ?? '';
  return sessions.toSorted((one, other) =>
    time(one) === time(other) ? 0 : time(one) < time(other) ? 1 : -1,
  );
}

export function contains(text: string | null, part: string): boolean {
  return text !== null && fold(text).includes(fold(part));
}

/** The folders in which sessions were started, the latest first. */
export async function listProjects(needs: Needs): Promise<Project[]> {
  const projects = new Map<string, Project>();
  for (const { session } of newestFirst(await listSessions(needs))) {
    const { project_path, project_name, message_count, updated_at } = session;
    const before = projects.get(project_path);
    projects.set(project_path, {
      project_path,
      project_name,
      session_count: (before?.session_count ?? 0) + 1,
      message_count: (before?.message_count ?? 0) + message_count,
      updated_at: before?.updated_at ?? updated_at,
    });
  }
  return [...projects.values()];
}

export async function readStats(needs: Needs) {
  const all = await listSessions(needs);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    projects: new Set(all.map(({ session }) => session.project_path)).size,
    sessions: all.length,
    active_sessions: all.filter(({ session }) => session.is_active).length,
    messages: sum(all.map(({ session }) => session.message_count)),
    bytes: sum(all.map(({ file }) => file.size)),
  };
}

/** The file with the id, and those that a copied folder has, the newest first. Absent:
 * Failure('missing'). */
export async function readSessionFiles(
  needs: Needs,
  id: string,
): Promise<[SessionFile, ...SessionFile[]]> {
  const [newest, ...others] = (await listSessions(needs))
    .filter(({ session }) => session.id === id)
    .sort((one, other) => other.file.modified.getTime() - one.file.modified.getTime());
  if (newest) return [newest, ...others];
  throw new Failure('missing', 'no_session', 'Session not found');
}
