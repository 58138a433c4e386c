import type { Platform } from '#core/platform/ports/platform.ts';
import { decodedProject } from '../entries.ts';
import type { Session } from '../schema.ts';
import { contains, listWithWay, newestFirst } from '../summaries/list-sessions.ts';
import type { SearchWay } from '../summaries/summary-cache.ts';
import type { SearchQuery } from './search-query.ts';

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'>;

/** Sessions whose id, name, branch or folder contains the query; by id first, then newest first. */
export async function searchSessions(
  needs: Needs,
  { q, limit, order, project = '', from = -Infinity, to = Infinity }: SearchQuery,
): Promise<{ readonly sessions: Session[]; readonly way: SearchWay }> {
  const query = q.toWellFormed();
  const { sessions: all, way } = await listWithWay(needs);
  const matches = all.filter(({ file, session }) => {
    const { id, slug, git_branch, project_path, updated_at } = session;
    const places = [id, slug, git_branch, project_path, decodedProject(file.path)];
    if (!places.some((place) => contains(place, query))) return false;
    if (!contains(project_path, project)) return false;
    if (from === -Infinity && to === Infinity) return true;
    const time = Date.parse(updated_at ?? '');
    return time >= from && time <= to;
  });
  const ranked =
    order === 'file'
      ? matches
      : newestFirst(matches).sort(
          (one, other) =>
            Number(contains(other.session.id, query)) - Number(contains(one.session.id, query)),
        );
  return { sessions: ranked.slice(0, limit).map(({ session }) => session), way };
}
