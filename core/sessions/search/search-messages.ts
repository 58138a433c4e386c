import { decodedProject } from '../entries/project-label.ts';
import { isoTime } from '../entries/time-of.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Transcript, Transcripts } from '#core/platform/ports/transcripts.ts';
import type { FoundMessage } from '../schema.ts';
import { listSessions, sessionId } from '../summaries/list-sessions.ts';
import type { Summary } from '../summaries/summarize-files.ts';
import {
  isSession,
  knownSummaries,
  refreshSummaries,
  wayOf,
  type SearchWay,
} from '../summaries/summary-cache.ts';
import readFolders from './read-folders.ts';
import { contains } from './search-sessions.ts';
import { searchLines } from './search-lines.ts';
import type { SearchQuery } from './search-query.ts';

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'> & Partial<Pick<Platform, 'home'>>;

interface Found {
  readonly messages: FoundMessage[];
  readonly way: SearchWay;
}

/** Messages of people and models whose text contains the query; of each the first match. */
export async function searchMessages(
  needs: Needs,
  { q: query, limit, order, project, from, to, redact }: SearchQuery,
): Promise<Found> {
  const files = await filesOf(needs, project);
  const scan = {
    kind: 'messages',
    query,
    limit,
    order,
    from,
    to,
    redact: redact === 'true',
  } as const;
  const known = knownSummaries(needs, files);
  if (needs.home?.worksAfterReply) refreshSummaries(needs, files, known);
  const hits = await searchLines(needs, files, scan, known);
  const folders = await foldersOf(needs.transcripts, new Set(hits.map(({ path }) => path)), known);
  const messages = hits.map(({ path, time, message, snippet }) => ({
    session_id: sessionId(path),
    project_path: folders.get(path) ?? decodedProject(path),
    message_uuid: message.uuid,
    message_type: message.type,
    timestamp: isoTime(time),
    snippet,
  }));
  return { messages, way: wayOf(known) };
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
  known: ReadonlyMap<string, Summary>,
): Promise<ReadonlyMap<string, string | null>> {
  const folders = new Map([...paths].map((path) => [path, known.get(path)?.cwd ?? null]));
  const unknown = [...paths].filter((path) => !known.has(path));
  const read = unknown.length > 0 ? await transcripts.compute(readFolders, unknown) : [];
  for (const [at, path] of unknown.entries()) folders.set(path, read[at] ?? null);
  return folders;
}
