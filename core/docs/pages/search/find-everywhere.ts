import type { Caller } from '#core/identity/rules.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { commandsOf, maxMatches, type Match, shortText } from '#core/web/overview.ts';
import { listProjects } from '../../projects/listing.ts';
import { searchSites } from '../../projects/search-sites.ts';
import { selectProjects } from '../dashboard/read-dashboard.ts';
import { commands } from '../navigation.ts';
import { projectUrls } from '../views.ts';
import { readOverviews, type Reader, type ServiceOverview } from '../dashboard/read-overviews.ts';

export interface Found {
  readonly q: string;
  /** Each service decides what this reader finds; the first is this one. */
  readonly services: readonly ServiceOverview[];
}

/** Projects and pages of this service, and what the others find for this reader. */
export async function findEverywhere(
  needs: Pick<Platform, 'records' | 'blobs' | 'environment' | 'fetch'>,
  caller: Caller,
  reader: Reader,
  q: string,
): Promise<Found> {
  const [own, others] = await Promise.all([
    ownMatches(needs, caller, q),
    readOverviews(needs, reader, q),
  ]);
  const answer = { recent: [], needs: [], steps: [], found: own };
  return { q, services: [{ name: 'Documentation', base: '', answer }, ...others] };
}

async function ownMatches(
  needs: Pick<Platform, 'records' | 'blobs' | 'environment'>,
  caller: Caller,
  q: string,
): Promise<Match[]> {
  const [projects, pages] = await Promise.all([
    caller.username === '' ? [] : listProjects(needs, caller),
    searchSites(needs, caller, { q, from: 0 }).catch((error: unknown) => {
      if (isFailure(error, 'too-many')) return { hits: [] };
      throw error;
    }),
  ]);
  const { rows } = selectProjects(projects, { q });
  return [
    ...commandsOf(q, 'Documentation', commands(caller)),
    ...rows.slice(0, maxMatches).map(({ name, owner }): Match => ({
      kind: 'project',
      text: shortText(name),
      hint: owner,
      path: projectUrls({ name, owner, isOwn: owner === caller.username }).page,
    })),
    ...pages.hits.slice(0, maxMatches).map(({ path, title, heading, site }): Match => ({
      kind: 'page',
      text: shortText(heading === '' ? title : `${title}: ${heading}`),
      hint: shortText(site),
      path,
    })),
  ];
}
