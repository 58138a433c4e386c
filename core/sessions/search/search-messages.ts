import { decodedProject } from '../entries/project-label.ts';
import { isoTime } from '../entries/time-of.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Transcript, Transcripts } from '#core/platform/ports/transcripts.ts';
import type { FoundMessage } from '../schema.ts';
import { isSession, listSessions, sessionId } from '../summaries/list-sessions.ts';
import { readFolders } from './read-folders.ts';
import { contains } from './search-sessions.ts';
import { searchLines } from './search-lines.ts';
import type { SearchQuery } from './search-query.ts';

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'>;

/** Messages of people and models whose text contains the query; of each the first match. */
export async function searchMessages(
  needs: Needs,
  { q: query, limit, order, project, from, to }: SearchQuery,
): Promise<FoundMessage[]> {
  const files = await filesOf(needs, project);
  const scan = { kind: 'messages', query, limit, order, from, to } as const;
  const hits = await searchLines(needs, files, scan);
  const folders = await foldersOf(needs.transcripts, new Set(hits.map(({ path }) => path)));
  return hits.map(({ path, time, message, snippet }) => ({
    session_id: sessionId(path),
    project_path: folders.get(path) ?? decodedProject(path),
    message_uuid: message.uuid,
    message_type: message.type,
    timestamp: isoTime(time),
    snippet,
  }));
}

/** With a project, the sessions have to be known first. */
async function filesOf(needs: Needs, project = ''): Promise<readonly Transcript[]> {
  if (project === '') return (await needs.transcripts.list()).filter(isSession);
  const sessions = await listSessions(needs);
  return sessions.flatMap(({ file, session }) =>
    contains(session.project_path, project) ? [file] : [],
  );
}

async function foldersOf(
  transcripts: Transcripts,
  paths: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string | null>> {
  if (paths.size === 0) return new Map();
  const all = [...paths];
  const folders = await transcripts.compute(readFolders, all);
  return new Map(all.map((path, at) => [path, folders[at] ?? null]));
}
