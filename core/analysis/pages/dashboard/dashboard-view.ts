import type { Classification } from '#core/analysis/base/schema/detail.ts';
import type { Metadata, MetadataFilter } from '#core/analysis/results/metadata/metadata.ts';
import type { DashboardEntry, FlakyTest, TrendDay } from '#core/analysis/base/schema/views.ts';
import type { PageFrame } from '../analysis-site.ts';
import type { StartView } from './start-form.ts';

/** Where an analysis stands, for its reader. */
export type Standing = 'open' | 'review' | 'reviewed' | 'failed';

export interface Selection {
  readonly text: string;
  readonly standing: Standing | undefined;
  readonly class: Classification | undefined;
  readonly job: string;
  readonly metadata: MetadataFilter;
  /** Of those in which text, class and job match. */
  readonly counts: Readonly<Record<Standing, number>>;
  /** Of the newest 500, whatever is looked for. */
  readonly all: number;
  readonly matching: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly from: number;
}

export interface DashboardView extends PageFrame {
  readonly entries: readonly DashboardEntry[];
  readonly selection: Selection;
  /** Names of jobs to choose from. */
  readonly jobs: readonly string[];
  /** What is known of them. */
  readonly metadata: ReadonlyMap<string, Metadata>;
  readonly trend: readonly TrendDay[];
  readonly flaky: readonly FlakyTest[];
  readonly start: StartView;
}
