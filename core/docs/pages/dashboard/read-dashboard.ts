import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { generateViewOf } from '../generate/generate-view.ts';
import { readAfter, stateOf, type Followed } from '#core/docs/generate/progress/follow.ts';
import type { GenerateView } from '../generate/generate-form.ts';
import type { ServiceView } from './services-table.ts';
import type { ProjectView, Selection } from '../views.ts';
import { viewOf } from '../project-view.ts';
import { selectProjects, type Wanted } from './select-projects.ts';
import { docsSettings } from '#core/docs/settings.ts';
import { listProjects } from '#core/docs/projects/listing.ts';

type Needs = Pick<Platform, 'records' | 'feed' | 'clock' | 'environment' | 'fetch' | 'home' | 'ai'>;

interface Dashboard {
  readonly projects: readonly ProjectView[];
  readonly selection: Selection;
  /** Of the list of projects, as its page names it when it asks again. */
  readonly seen: string;
  readonly follows: readonly Followed[];
  readonly services: readonly ServiceView[];
  readonly hasKey: boolean;
  readonly generate?: GenerateView;
}

interface Asked extends Wanted {
  readonly part?: 'projects' | 'services' | undefined;
  /** What the page shows already: there is no answer before that changes, or a while later. */
  readonly seen?: string | undefined;
}

/** What the dashboard shows. One part of it spares the work for the other. */
export async function readDashboard(
  needs: Needs,
  caller: Caller,
  { part, seen, ...wanted }: Asked = {},
): Promise<Dashboard> {
  const [listed, services] = await Promise.all([
    readAfter(needs, seen, () =>
      readProjects(needs, caller, part === 'services' ? undefined : wanted),
    ),
    part === 'projects' ? [] : servicesBeside(needs),
  ]);
  // Nothing to those who only read.
  const generate = caller.role !== 'viewer' && { generate: await generateViewOf(needs, caller) };
  return { ...listed, services, hasKey: caller.userId !== undefined, ...generate };
}

/** Loaded where there are any: most cloud stages have none. */
async function servicesBeside(needs: Needs): Promise<readonly ServiceView[]> {
  if (docsSettings(needs.environment).LANTERN_SERVICES.length === 0) return [];
  const { readServices } = await import('./read-services.ts');
  return readServices(needs);
}

async function readProjects(
  needs: Needs,
  caller: Caller,
  wanted: Wanted | undefined,
): Promise<Pick<Dashboard, 'projects' | 'selection' | 'seen' | 'follows'>> {
  const all = wanted ? await listProjects(needs, caller) : [];
  const { rows, selection } = selectProjects(all, wanted ?? {});
  const views = await Promise.all(rows.map((row) => viewOf(needs, caller, row)));
  const follows = views.flatMap(({ follow }) => follow ?? []);
  const states = rows.map(({ owner, name, version }) => [owner, name, version]);
  return { projects: views, selection, follows, seen: stateOf([selection, states, follows]) };
}
