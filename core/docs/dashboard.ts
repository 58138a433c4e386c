import type { Caller } from '../identity/rules.ts';
import type { Platform } from '../platform/ports.ts';
import { generateViewOf } from './generate-view.ts';
import type { GenerateView } from './pages/generate-form.ts';
import type { ServiceView } from './pages/services-table.ts';
import type { ProjectView, Selection } from './pages/views.ts';
import { viewOf } from './project-view.ts';
import { selectProjects, type Wanted } from './select-projects.ts';
import { readServices } from './services.ts';
import { listProjects } from './listing.ts';

type Needs = Pick<Platform, 'records' | 'feed' | 'clock' | 'environment' | 'fetch' | 'home' | 'ai'>;

interface Dashboard {
  readonly projects: readonly ProjectView[];
  readonly selection: Selection;
  readonly services: readonly ServiceView[];
  readonly hasKey: boolean;
  readonly generate?: GenerateView;
}

/** What the dashboard shows. One part of it spares the work for the other. */
export async function readDashboard(
  needs: Needs,
  caller: Caller,
  { part, ...wanted }: Wanted & { readonly part?: 'projects' | 'services' | undefined } = {},
): Promise<Dashboard> {
  const [listed, services] = await Promise.all([
    readProjects(needs, caller, part === 'services' ? undefined : wanted),
    part === 'projects' ? [] : readServices(needs),
  ]);
  // Nothing to those who only read.
  const generate = caller.role !== 'viewer' && { generate: await generateViewOf(needs, caller) };
  return { ...listed, services, hasKey: caller.userId !== undefined, ...generate };
}

async function readProjects(
  needs: Needs,
  caller: Caller,
  wanted: Wanted | undefined,
): Promise<Pick<Dashboard, 'projects' | 'selection'>> {
  const all = wanted ? await listProjects(needs, caller) : [];
  const { rows, selection } = selectProjects(all, wanted ?? {});
  return { projects: await Promise.all(rows.map((row) => viewOf(needs, caller, row))), selection };
}
