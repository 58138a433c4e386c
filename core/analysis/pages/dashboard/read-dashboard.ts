import type { Platform } from '#core/platform/ports/platform.ts';
import { configuredWriter } from '../configured-writer.ts';
import { readAllMetadata } from '../../results/metadata/read-metadata.ts';
import { type DashboardEntry, listDashboard } from '../../results/list-dashboard.ts';
import { serverCiUrl } from '../../intake/ci/open-ci.ts';
import type { Dashboard, Selection, State } from './dashboard-view.ts';
import { jobRows, weeksOf } from './job-rows.ts';
import type { StartView } from './start-form.ts';
import { countOf, isOpen } from '../../base/tables/job-tables.ts';
import {
  isWanted,
  noMetadata,
  type Metadata,
  type MetadataFilter,
} from '../../results/metadata/metadata.ts';
import { pageOf } from '#core/web/parts/pager.ts';
import { classOfSlug } from '../words.ts';

type Needs = Pick<Platform, ('records' | 'environment' | 'ai' | 'clock') | ('readFile' | 'log')>;

const trendDays = 14;
const shownWeeks = 8;
const maxFlaky = 6;

/** What the dashboard shows; one part of it spares the work for the others. */
export async function readDashboard(
  needs: Needs,
  { part, ...query }: Wanted & { readonly part?: 'jobs' | undefined },
): Promise<Dashboard> {
  const [all, metadata] = await Promise.all([listDashboard(needs), readAllMetadata(needs)]);
  const jobs = new Set(all.flatMap(({ job_name }) => job_name ?? []));
  const isWhole = part === undefined && all.length > 0;
  const overview = isWhole ? await readOverview(needs) : { trend: [], flaky: [], slowest: [] };
  const { matching, ...selected } = selectEntries(all, query, metadata);
  const isByJob = selected.selection.listing === 'jobs';
  const now = needs.clock.now();
  const rows = isByJob ? jobRows(matching) : [];
  const weeks = isWhole ? weeksOf(matching, now, shownWeeks) : [];
  return { ...selected, rows, weeks, jobs: [...jobs].toSorted(), metadata, now, ...overview };
}

async function readOverview(needs: Needs): Promise<Pick<Dashboard, 'trend' | 'flaky' | 'slowest'>> {
  const { listFlaky, readTrend } = await import('../../results/history/trends.ts');
  const { listSlowest } = await import('../../results/history/slowest.ts');
  const [trend, flaky, slowest] = await Promise.all([
    readTrend(needs, trendDays),
    listFlaky(needs),
    listSlowest(needs),
  ]);
  return { trend, flaky: flaky.slice(0, maxFlaky), slowest };
}

/** Who explains failures with the server's settings. */
export async function readStart(needs: Needs, baseUrl: string): Promise<StartView> {
  const ciUrl = serverCiUrl(needs.environment);
  const ci = ciUrl === undefined ? null : new URL(ciUrl).host;
  return { baseUrl, ci, writer: await configuredWriter(needs) };
}

const perPage = 50;
const maxTextLength = 200;

/** What a reader asks of the list, as the address says it. */
export interface Wanted extends MetadataFilter {
  readonly q?: string | undefined;
  readonly view?: string | undefined;
  readonly status?: string | undefined;
  readonly class?: string | undefined;
  readonly job?: string | undefined;
  readonly page?: string | undefined;
}

export function selectEntries(
  all: readonly DashboardEntry[],
  { q = '', view, status, class: slug, job = '', page, ...more }: Wanted,
  metadata: ReadonlyMap<string, Metadata> = new Map(),
): {
  entries: readonly DashboardEntry[];
  matching: readonly DashboardEntry[];
  selection: Selection;
} {
  const text = q.trim().slice(0, maxTextLength);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const classification = classOfSlug(slug);
  const matching = all.filter(
    (entry) =>
      (classification === undefined || entry[countOf(classification)] > 0) &&
      (job === '' || entry.job_name === job) &&
      isWanted(metadata.get(entry.job_name ?? '') ?? noMetadata, more) &&
      holds(entry, words),
  );
  const counts = { open: 0, review: 0, reviewed: 0, failed: 0 };
  for (const entry of matching) counts[stateOf(entry)] += 1;
  const state = Object.hasOwn(counts, status ?? '') ? (status as State) : undefined;
  const selected =
    state === undefined ? matching : matching.filter((entry) => stateOf(entry) === state);
  const pages = Math.max(1, Math.ceil(selected.length / perPage));
  const at = pageOf(page, pages);
  const jobCount = new Set(matching.flatMap(({ job_name }) => job_name || [])).size;
  const isNarrow = [status, slug, page].some(Boolean) || job !== '';
  const isByJob = view === 'jobs' || (view !== 'analyses' && !isNarrow && jobCount > 0);
  return {
    entries: selected.slice((at - 1) * perPage, at * perPage),
    matching,
    selection: {
      listing: isByJob ? 'jobs' : 'analyses',
      jobCount,
      text,
      state,
      class: classification,
      job,
      counts,
      pages,
      page: at,
      metadata: more,
      all: all.length,
      matching: selected.length,
      from: (at - 1) * perPage + 1,
    },
  };
}

function stateOf(entry: DashboardEntry): State {
  const { status, failure_count = 0, reviewed_count } = entry;
  if (isOpen(entry)) return 'open';
  if (status === 'failed') return 'failed';
  return reviewed_count < failure_count ? 'review' : 'reviewed';
}

function holds(entry: DashboardEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { job_id, job_name = '', build_number = '', summary = '', created_by, error = '' } = entry;
  const text = `${job_id} ${job_name} #${build_number} ${summary} ${created_by} ${error}`;
  const small = text.toLowerCase();
  return words.every((word) => small.includes(word));
}
