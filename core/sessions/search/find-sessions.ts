import { maxMatches, type Match, shortText } from '#core/web/overview.ts';
import { searchMessages } from './search-messages.ts';
import { searchSessions } from './search-sessions.ts';

const maxMessages = 40;

/** Sessions with the text in their id, name, branch or folder, and those in which it was said, with the
 * message that says it; the newest first. */
export async function findSessions(
  needs: Parameters<typeof searchMessages>[0],
  q: string,
): Promise<Match[]> {
  const shared = { q, order: 'newest', redact: 'true' } as const;
  const [{ sessions }, { messages }] = await Promise.all([
    searchSessions(needs, { ...shared, limit: maxMatches }),
    searchMessages(needs, { ...shared, limit: maxMessages, tools: 'false' }),
  ]);
  const matches = new Map<string, Match>();
  for (const { session_id, project_path, snippet, message_uuid } of messages) {
    const at = message_uuid === null ? '' : `?message=${encodeURIComponent(message_uuid)}`;
    if (matches.has(session_id)) continue;
    matches.set(session_id, matchOf(session_id, project_path, snippet, at));
  }
  for (const { id, project_path, title, slug } of sessions) {
    if (!matches.has(id)) matches.set(id, matchOf(id, project_path, title ?? slug ?? id));
  }
  return [...matches.values()].slice(0, maxMatches);
}

function matchOf(id: string, folder: string, text: string, at = ''): Match {
  return {
    kind: 'session',
    text: shortText(text) || id,
    hint: shortText(folder.split('/').at(-1) ?? ''),
    path: `/read/${encodeURIComponent(id.toWellFormed())}${at}`,
  };
}
