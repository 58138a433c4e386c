import type { Platform } from '#core/platform/ports/platform.ts';
import type { Transcript, Transcripts } from '#core/platform/ports/transcripts.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { decodedProject, isoTime } from '../entries.ts';
import type { FoundMessage, FoundPrompt } from '../schema.ts';
import { contains, listSessions, sessionId } from '../summaries/list-sessions.ts';
import type { Summary } from '../summaries/summarize-files.ts';
import {
  isSession,
  loadSummaries,
  refreshSummaries,
  sessionsIn,
  type SearchWay,
  wayOf,
} from '../summaries/summary-cache.ts';
import readFolders from './read-folders.ts';
import { searchLines } from './search-lines.ts';
import type { MessageQuery, SearchQuery } from './search-query.ts';

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'> & Partial<Pick<Platform, 'home'>>;

interface Found {
  readonly messages: FoundMessage[];
  readonly way: SearchWay;
}

/** Messages of people and models whose text contains the query; of each the first match. */
export async function searchMessages(
  needs: Needs,
  { q: query, limit, order, project, from, to, redact, role, tools }: MessageQuery,
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
    role,
    tools: tools === 'true',
  } as const;
  const summaries = await loadSummaries(needs, files);
  if (needs.home?.worksAfterReply) refreshSummaries(needs, files, summaries);
  const hits = await searchLines(needs, files, scan, summaries);
  const folders = await foldersOf(
    needs.transcripts,
    new Set(hits.map(({ path }) => path)),
    summaries,
  );
  const messages = hits.map(({ path, time, message, snippet }) => ({
    session_id: sessionId(path),
    project_path: folders.get(path) ?? decodedProject(path),
    message_uuid: message.uuid,
    message_type: message.type,
    timestamp: isoTime(time),
    snippet,
  }));
  return { messages, way: wayOf(summaries) };
}

/** With a project, the sessions have to be known first. */
async function filesOf(needs: Needs, project = ''): Promise<readonly Transcript[]> {
  if (project === '') return sessionsIn(await needs.transcripts.list());
  const sessions = await listSessions(needs);
  return sessions.flatMap(({ file, session }) =>
    contains(session.project_path, project) ? [file] : [],
  );
}

async function foldersOf(
  transcripts: Transcripts,
  paths: ReadonlySet<string>,
  summaries: ReadonlyMap<string, Summary>,
): Promise<ReadonlyMap<string, string | null>> {
  const folders = new Map([...paths].map((path) => [path, summaries.get(path)?.cwd ?? null]));
  const unknown = [...paths].filter((path) => !summaries.has(path));
  const read = unknown.length > 0 ? await transcripts.compute(readFolders, unknown) : [];
  for (const [at, path] of unknown.entries()) folders.set(path, read[at] ?? null);
  return folders;
}

/** Prompts of the histories that contain the query. */
export async function searchHistory(
  needs: Pick<Platform, 'transcripts' | 'log'>,
  { q: query, limit, order, project, from, to, redact }: SearchQuery,
): Promise<FoundPrompt[]> {
  const files = (await needs.transcripts.list()).filter((file) => !isSession(file));
  const scan = { kind: 'prompts', query, limit, order, project, from, to } as const;
  const hits = await searchLines(needs, files, scan);
  return hits.map(({ prompt, time }) => ({
    project_path: prompt.project ?? '',
    prompt: redact === 'true' ? maskSecrets(prompt.text) : prompt.text,
    timestamp: isoTime(time),
    session_id: prompt.session_id,
  }));
}
