import { maskSecrets } from '#core/text/mask.ts';
import { isoTime } from '../entries/time-of.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { FoundPrompt } from '../schema.ts';
import { isSession } from '../summaries/summary-cache.ts';
import { searchLines } from './search-lines.ts';
import type { SearchQuery } from './search-query.ts';

type Needs = Pick<Platform, 'transcripts' | 'log'>;

/** Prompts of the histories that contain the query. */
export async function searchHistory(
  needs: Needs,
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
