import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { listProjects } from '../../projects/listing.ts';
import { pageOf } from '#core/web/parts/pager.ts';
import { servicesSettings } from '#core/web/services.ts';
import type { Listed } from '../../tables.ts';
import type { GenerateView } from '../generate/generate-form.ts';
import { generateViewOf } from '../generate/generate-view.ts';
import { viewOf } from '../project-view.ts';
import type { ProjectState, ProjectView, Selection } from '../views.ts';
import type { Reader, ServiceOverview } from './read-overviews.ts';
import type { ServiceView } from './services-table.ts';

export const perPage = 100;
const maxTextLength = 200;

/** What a reader asks of a long list, as the address says it. */
interface Filter {
  readonly q?: string | undefined;
  readonly status?: string | undefined;
  readonly page?: string | undefined;
}

/** The projects in which all the words are found, in the state that was chosen, page by page. */
export function selectProjects(
  all: readonly Listed[],
  { q = '', status, page = '1' }: Filter,
): { rows: readonly Listed[]; selection: Selection } {
  const text = q.trim().slice(0, maxTextLength);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = words.length === 0 ? all : all.filter((row) => holds(row, words));
  const counts = { generating: 0, ready: 0, gaps: 0, error: 0 };
  for (const row of matches) counts[projectState(row)] += 1;
  const state = Object.hasOwn(counts, status ?? '') ? (status as ProjectState) : undefined;
  const rows = state === undefined ? matches : matches.filter((row) => projectState(row) === state);
  const pages = Math.max(1, Math.ceil(rows.length / perPage));
  const at = pageOf(page, pages);
  return {
    rows: rows.slice((at - 1) * perPage, at * perPage),
    selection: {
      text,
      state,
      counts,
      pages,
      page: at,
      all: all.length,
      matching: rows.length,
      from: (at - 1) * perPage + 1,
    },
  };
}

function projectState({ status, error_pages }: Listed): ProjectState {
  return status === 'ready' && error_pages > 0 ? 'gaps' : status;
}

function holds({ name, owner, repo_url, branch }: Listed, words: readonly string[]): boolean {
  const text = `${owner}/${name} ${repo_url} ${branch ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

type Needs = Pick<Platform, 'records' | 'feed' | 'clock' | 'environment' | 'fetch' | 'home' | 'ai'>;

export interface Dashboard {
  readonly projects: readonly ProjectView[];
  readonly selection: Selection;
  readonly services: readonly ServiceView[];
  /** Empty: there are no other services. */
  readonly overviews: readonly ServiceOverview[];
  /** The reader has a key of their own to replace. */
  readonly hasKey: boolean;
  /** Absent for those who only read. */
  readonly generate?: GenerateView;
}

interface DashboardRequest extends Filter {
  readonly part?: 'projects' | 'services' | 'home' | undefined;
}

/** What the dashboard shows. One part of it spares the work for the others. */
export async function readDashboard(
  needs: Needs,
  caller: Caller,
  reader: Reader,
  { part, ...filter }: DashboardRequest = {},
): Promise<Dashboard> {
  const shows = (each: typeof part) => part === undefined || part === each;
  const [list, services, overviews] = await Promise.all([
    readProjects(needs, caller, shows('projects') ? filter : undefined),
    shows('services') ? servicesBeside(needs) : [],
    shows('home') ? overviewsBeside(needs, caller, reader) : [],
  ]);
  // Nothing to those who only read.
  const generate = caller.role !== 'viewer' && { generate: await generateViewOf(needs, caller) };
  return { ...list, services, overviews, hasKey: caller.userId !== undefined, ...generate };
}

/** With that of this service first. */
async function overviewsBeside(
  needs: Needs,
  caller: Caller,
  reader: Reader,
): Promise<readonly ServiceOverview[]> {
  if (servicesSettings(needs.environment).LANTERN_SERVICES.length === 0) return [];
  const [{ readOverviews }, { docsOverview }] = await Promise.all([
    import('./read-overviews.ts'),
    import('./docs-overview.ts'),
  ]);
  const [all, others] = await Promise.all([
    listProjects(needs, caller),
    readOverviews(needs, reader),
  ]);
  const answer = docsOverview(all, caller.role !== 'viewer');
  return [{ name: 'Documentation', base: '', answer }, ...others];
}

/** Loaded where there are any: most cloud stages have none. */
async function servicesBeside(needs: Needs): Promise<readonly ServiceView[]> {
  if (servicesSettings(needs.environment).LANTERN_SERVICES.length === 0) return [];
  const { readServices } = await import('./read-services.ts');
  return readServices(needs);
}

async function readProjects(
  needs: Needs,
  caller: Caller,
  filter: Filter | undefined,
): Promise<Pick<Dashboard, 'projects' | 'selection'>> {
  const all = filter ? await listProjects(needs, caller) : [];
  const { rows, selection } = selectProjects(all, filter ?? {});
  const views = await Promise.all(rows.map((row) => viewOf(needs, caller, row)));
  return { projects: views, selection };
}
