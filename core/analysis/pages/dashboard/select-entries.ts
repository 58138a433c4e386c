import { countOf } from '#core/analysis/base/tables/class-columns.ts';
import {
  isWanted,
  noMetadata,
  type Metadata,
  type MetadataFilter,
} from '#core/analysis/results/metadata/metadata.ts';
import type { DashboardEntry } from '#core/analysis/base/schema/views.ts';
import { pageOf } from '../job/view/groups.ts';
import { isOpen } from '#core/analysis/base/tables/tables.ts';
import { classOfSlug } from '../words.ts';
import type { Selection, Standing } from './dashboard-view.ts';

const perPage = 50;
const longestText = 200;

/** What a reader asks of the list, as the address says it. */
export interface Wanted extends MetadataFilter {
  readonly q?: string | undefined;
  readonly status?: string | undefined;
  readonly class?: string | undefined;
  readonly job?: string | undefined;
  readonly page?: string | undefined;
}

export function selectEntries(
  all: readonly DashboardEntry[],
  { q = '', status, class: slug, job = '', page, ...more }: Wanted,
  metadata: ReadonlyMap<string, Metadata> = new Map(),
): { entries: readonly DashboardEntry[]; selection: Selection } {
  const text = q.trim().slice(0, longestText);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = classOfSlug(slug);
  const found = all.filter(
    (entry) =>
      (wanted === undefined || entry[countOf(wanted)] > 0) &&
      (job === '' || entry.job_name === job) &&
      isWanted(metadata.get(entry.job_name ?? '') ?? noMetadata, more) &&
      holds(entry, words),
  );
  const counts = { open: 0, review: 0, reviewed: 0, failed: 0 };
  for (const entry of found) counts[standingOf(entry)] += 1;
  const standing = Object.hasOwn(counts, status ?? '') ? (status as Standing) : undefined;
  const chosen =
    standing === undefined ? found : found.filter((entry) => standingOf(entry) === standing);
  const pages = Math.max(1, Math.ceil(chosen.length / perPage));
  const at = pageOf(page, pages);
  return {
    entries: chosen.slice((at - 1) * perPage, at * perPage),
    selection: {
      ...{ text, standing, class: wanted, job, counts, pages, page: at, metadata: more },
      ...{ all: all.length, matching: chosen.length, from: (at - 1) * perPage + 1 },
    },
  };
}

function standingOf(entry: DashboardEntry): Standing {
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
