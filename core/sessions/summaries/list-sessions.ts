import type { Platform } from '#core/platform/ports/platform.ts';
import type { Transcript, Transcripts } from '#core/platform/ports/transcripts.ts';
import { decodedProject, projectName } from '../entries/project-label.ts';
import { isoTime } from '../entries/time-of.ts';
import type { Session } from '../schema.ts';
import { eachPart, partsOf } from '../search/parts.ts';
import { warn } from '../search/search-lines.ts';
import { summarizeFiles, type Summary } from './summarize-files.ts';

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'>;

/** A session and its file. */
export interface SessionFile {
  readonly file: Transcript;
  readonly session: Session;
}

interface Cached {
  readonly file: Transcript;
  readonly summary: Summary;
}

/** A file that was written to within this time counts as active. */
const activeMilliseconds = 5 * 60_000;
/** Two writes within the resolution of a file system's times may leave the same time. */
const settledMilliseconds = 2_000;

const caches = new WeakMap<Transcripts, ReadonlyMap<string, Cached>>();

export function isSession({ path }: Pick<Transcript, 'path'>): boolean {
  return path.includes('/') && !path.endsWith('/.history.jsonl');
}

/** All sessions by path. Files that changed since the last call are read. */
export async function listSessions(needs: Needs): Promise<SessionFile[]> {
  const { transcripts, clock, log } = needs;
  const files = (await transcripts.list()).filter(isSession);
  const known = caches.get(transcripts) ?? new Map<string, Cached>();
  const now = clock.now().getTime();
  const changed = files.filter((file) => !isSame(known.get(file.path)?.file, file, now));
  const read = await eachPart(partsOf(changed), (paths) =>
    transcripts.compute(summarizeFiles, paths),
  );
  const fresh = new Map(read.flat().map((summary, at) => [changed[at]?.path ?? '', summary]));
  const cache = new Map<string, Cached>();
  for (const file of files) {
    const summary = fresh.get(file.path) ?? known.get(file.path)?.summary;
    if (summary) cache.set(file.path, { file, summary });
  }
  caches.set(transcripts, cache);
  warn(
    log,
    [...fresh].flatMap(([path, { malformed }]) => (malformed > 0 ? [[path, malformed]] : [])),
  );
  return [...cache.values()].map(({ file, summary }) => {
    return { file, session: sessionOf(file, summary, now) };
  });
}

function isSame(known: Transcript | undefined, file: Transcript, now: number): boolean {
  const modified = file.modified.getTime();
  return (
    known?.identity === file.identity &&
    known.size === file.size &&
    known.modified.getTime() === modified &&
    now - modified > settledMilliseconds
  );
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
