import type { DashboardEntry } from '../../results/list-dashboard.ts';
import { countOf, isOpen } from '../../base/tables/job-tables.ts';
import type { Week } from '../charts/week-chart.ts';
import { classes } from '../words.ts';

/** What a run of a job came to. */
export type Outcome =
  'open' | 'unknown' | 'passed' | 'flaky' | 'product' | 'code' | 'infrastructure' | 'none';

export interface JobRow {
  readonly job_name: string;
  /** The newest last, at most 20: one for each build. */
  readonly runs: readonly DashboardEntry[];
  /** The newest run that has ended. */
  readonly newest: DashboardEntry | undefined;
  /** Runs in a row that failed, up to the newest. */
  readonly failing: number;
}

const maxRuns = 20;

/** The jobs of analyses, the newest first, with their newest runs. Analyses without a job have none. */
export function jobRows(entries: readonly DashboardEntry[]): readonly JobRow[] {
  return [...byJob(entries)].map(([job_name, all]) => {
    const runs = builds(all).toReversed().slice(-maxRuns);
    const ended = runs.filter((run) => run.status === 'completed');
    const lastPassed = ended.findLastIndex((run) => !run.failure_count);
    return {
      job_name,
      runs,
      newest: ended.at(-1),
      failing: ended.length - 1 - lastPassed,
    };
  });
}

function byJob(entries: readonly DashboardEntry[]): Map<string, DashboardEntry[]> {
  const jobs = Map.groupBy(entries, ({ job_name = '' }) => job_name);
  jobs.delete('');
  return jobs;
}

/** The newest analysis of each build, the newest build first. */
function builds(entries: readonly DashboardEntry[]): DashboardEntry[] {
  const byNumber = new Map<number | string, DashboardEntry>();
  for (const entry of entries) {
    const key = entry.build_number || entry.job_id;
    if (!byNumber.has(key)) byNumber.set(key, entry);
  }
  // The sort is stable: runs without a number stay in the order of their time.
  return [...byNumber.values()].sort(
    (one, other) => (other.build_number ?? 0) - (one.build_number ?? 0),
  );
}

/** The worst class that a run has a failure of. */
export function outcomeOf(run: DashboardEntry): Outcome {
  if (isOpen(run)) return 'open';
  if (run.status === 'failed') return 'unknown';
  if (!run.failure_count) return run.digest?.retried ? 'flaky' : 'passed';
  const worst = classes.find((each) => run[countOf(each)] > 0) ?? '';
  return outcomes[worst];
}

const outcomes = {
  'PRODUCT BUG': 'product',
  'CODE ISSUE': 'code',
  INFRASTRUCTURE: 'infrastructure',
  '': 'none',
} as const;

const week = 7 * 24 * 60 * 60 * 1_000;
/** A Monday. */
const firstMonday = Date.parse('1970-01-05T00:00:00Z');

/** Runs that passed and failed in the last weeks, the oldest first. */
export function weeksOf(entries: readonly DashboardEntry[], now: Date, weeks: number): Week[] {
  const current = Math.floor((now.getTime() - firstMonday) / week);
  const all = Array.from({ length: weeks }, (_, at) => {
    const monday = new Date(firstMonday + (current - weeks + 1 + at) * week);
    return { week: monday.toISOString().slice(0, 10), passed: 0, failed: 0 };
  });
  for (const jobRuns of byJob(entries).values()) {
    for (const { status, created_at, failure_count } of builds(jobRuns)) {
      const at = Math.floor((Date.parse(created_at) - firstMonday) / week) - current + weeks - 1;
      const own = all[at];
      if (own && status === 'completed') own[failure_count ? 'failed' : 'passed'] += 1;
    }
  }
  return all;
}
