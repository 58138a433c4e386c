import type { Platform } from '#core/platform/ports/platform.ts';
import { listDashboard } from '../list-dashboard.ts';
import type { DashboardEntry } from '#core/analysis/base/schema/views.ts';
import { isWanted, noMetadata, type MetadataFilter } from './metadata.ts';
import { readAllMetadata } from './read-metadata.ts';

/** The newest analyses, of the jobs that are wanted. */
export async function listFiltered(
  needs: Pick<Platform, 'records' | 'environment' | 'readFile' | 'log'>,
  wanted: MetadataFilter,
): Promise<readonly DashboardEntry[]> {
  const all = await listDashboard(needs);
  if (!Object.values(wanted).some(Boolean)) return all;
  const metadata = await readAllMetadata(needs);
  return all.filter((entry) => isWanted(metadata.get(entry.job_name ?? '') ?? noMetadata, wanted));
}
