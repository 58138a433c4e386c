import { providerIds } from '../ai/providers.ts';
import type { Caller } from '../identity/rules.ts';
import type { Platform } from '../platform/ports.ts';
import type { GenerateView } from './pages/generate-form.ts';
import type { ServiceView } from './pages/services-table.ts';
import type { ProjectView } from './pages/views.ts';
import { viewOf } from './project-view.ts';
import { readServices } from './services.ts';
import { listProjects } from './listing.ts';

type Needs = Pick<Platform, 'records' | 'feed' | 'clock' | 'environment' | 'fetch' | 'home'>;

interface Dashboard {
  readonly projects: readonly ProjectView[];
  readonly services: readonly ServiceView[];
  readonly hasKey: boolean;
  readonly generate?: GenerateView;
}

/** What the dashboard shows. One part of it spares the work for the other. */
export async function readDashboard(
  needs: Needs,
  caller: Caller,
  part?: 'projects' | 'services',
): Promise<Dashboard> {
  const [projects, services] = await Promise.all([
    part === 'services' ? [] : readProjects(needs, caller),
    part === 'projects' ? [] : readServices(needs),
  ]);
  return { projects, services, hasKey: caller.isStored, ...generateViewOf(needs, caller) };
}

/** The same with the form as it was sent, and why it was refused. */
export async function readRefused(
  needs: Needs,
  caller: Caller,
  refused: Pick<GenerateView, 'values' | 'error'>,
): Promise<Dashboard> {
  const dashboard = await readDashboard(needs, caller);
  return dashboard.generate
    ? { ...dashboard, generate: { ...dashboard.generate, ...refused } }
    : dashboard;
}

/** What the form offers; nothing to those who only read. */
export function generateViewOf(
  { home }: Pick<Platform, 'home'>,
  caller: Caller,
): { generate?: GenerateView } {
  if (caller.role === 'viewer') return {};
  return { generate: { takesPaths: caller.isAdmin && home === 'local', providers: providerIds } };
}

async function readProjects(needs: Needs, caller: Caller): Promise<ProjectView[]> {
  const rows = await listProjects(needs, caller);
  return Promise.all(rows.map((row) => viewOf(needs, caller, row)));
}
