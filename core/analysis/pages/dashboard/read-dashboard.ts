import type { Platform } from '#core/platform/ports/platform.ts';
import { configuredWriter } from '../configured-writer.ts';
import { readAllMetadata } from '#core/analysis/results/metadata/read-metadata.ts';
import { listDashboard } from '#core/analysis/results/list-dashboard.ts';
import { serverCiUrl } from '#core/analysis/intake/ci/ci-access.ts';
import type { DashboardView } from './dashboard-view.ts';
import { selectEntries, type Wanted } from './select-entries.ts';
import type { StartView } from './start-form.ts';

type Needs = Pick<Platform, ('records' | 'environment' | 'ai' | 'clock') | ('readFile' | 'log')>;
type Content = Pick<
  DashboardView,
  'entries' | 'selection' | 'jobs' | 'metadata' | 'trend' | 'flaky'
>;

const trendDays = 14;
const mostFlaky = 6;

/** What the dashboard shows; one part of it spares the work for the others. */
export async function readDashboard(
  needs: Needs,
  { part, ...wanted }: Wanted & { readonly part?: 'jobs' | undefined },
): Promise<Content> {
  const [all, metadata] = await Promise.all([listDashboard(needs), readAllMetadata(needs)]);
  const jobs = new Set(all.flatMap(({ job_name }) => job_name ?? []));
  const isWhole = part === undefined && all.length > 0;
  const overview = isWhole ? await readOverview(needs) : { trend: [], flaky: [] };
  const selected = selectEntries(all, wanted, metadata);
  return { ...selected, jobs: [...jobs].toSorted(), metadata, ...overview };
}

async function readOverview(needs: Needs): Promise<Pick<Content, 'trend' | 'flaky'>> {
  const { listFlaky, readTrend } = await import('#core/analysis/results/history/trends.ts');
  const [trend, flaky] = await Promise.all([readTrend(needs, trendDays), listFlaky(needs)]);
  return { trend, flaky: flaky.slice(0, mostFlaky) };
}

/** Who explains failures with the server's settings. */
export async function readStart(needs: Needs, baseUrl: string): Promise<StartView> {
  const ciUrl = serverCiUrl(needs.environment);
  const ci = ciUrl === undefined ? null : new URL(ciUrl).host;
  return { baseUrl, ci, writer: await configuredWriter(needs) };
}
