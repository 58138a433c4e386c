import type { Classification } from '../../base/schema/detail.ts';
import type { Metadata, MetadataFilter } from '../../results/metadata/metadata.ts';
import type { DashboardEntry } from '../../results/list-dashboard.ts';
import type { SlowTestOfJob } from '../../results/history/slowest.ts';
import type { FlakyTest, TrendDay } from '../../base/schema/views.ts';
import type { Week } from '../charts/week-chart.ts';
import type { JobRow } from './job-rows.ts';

/** Where an analysis stands, for its reader. */
export type State = 'open' | 'review' | 'reviewed' | 'failed';

/** A row for each job, or for each analysis. */
export type Listing = 'jobs' | 'analyses';

export interface Selection {
  readonly listing: Listing;
  /** How many jobs there are among those that match. */
  readonly jobCount: number;
  readonly text: string;
  readonly state: State | undefined;
  readonly class: Classification | undefined;
  readonly job: string;
  readonly metadata: MetadataFilter;
  /** How many match in text, class and job, by state. */
  readonly counts: Readonly<Record<State, number>>;
  /** How many of the newest 500 there are, whatever is looked for. */
  readonly all: number;
  readonly matching: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly from: number;
}

export interface Dashboard {
  readonly entries: readonly DashboardEntry[];
  readonly selection: Selection;
  readonly rows: readonly JobRow[];
  readonly weeks: readonly Week[];
  /** Names of jobs to choose from. */
  readonly jobs: readonly string[];
  /** What is known of them. */
  readonly metadata: ReadonlyMap<string, Metadata>;
  readonly trend: readonly TrendDay[];
  readonly flaky: readonly FlakyTest[];
  readonly slowest: readonly SlowTestOfJob[];
  /** What is "now" on the page. */
  readonly now: Date;
}
