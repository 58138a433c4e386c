import type { OwnerRule } from '#core/text/code-owners.ts';
import type { Job } from '../../../base/tables/job-tables.ts';
import type { ChildJobAnalysis } from '../../../base/schema/result.ts';
import type { IssueRow } from '../../../base/tables/issue-table.ts';
import type { Comparison, TokenUsage } from '../../../base/schema/views.ts';
import type { PageFrame } from '../../analysis-site.ts';
import type { ClassCounts } from '../../words.ts';
import type { EvidenceLink } from './evidence-links.ts';
import type { Trace } from '../../../base/schema/stored-result.ts';
import type { GroupSelection } from './groups.ts';

export interface JobPageView extends PageFrame {
  readonly job: Job;
  /** Names for people of the providers that take part. */
  readonly programs: ReadonlyMap<string, string>;
  /** Failures by class, as people have set it. */
  readonly counts: ClassCounts;
  readonly failures: number;
  readonly reviewed: number;
  readonly selection: GroupSelection;
  readonly comparison: Comparison | undefined;
  /** Failed child jobs. */
  readonly children: readonly ChildJobAnalysis[];
  readonly link: EvidenceLink;
  /** The CODEOWNERS file of the tests repository. */
  readonly ownerRules: readonly OwnerRule[];
  /** Stack traces and outputs. */
  readonly traces: readonly Trace[];
  /** That were filed for failures of the job. */
  readonly issues: readonly IssueRow[];
  readonly canFileIssues: boolean;
  /** Console outputs that analyses are about, or quote, by consoleKey(). */
  readonly consoles: Readonly<Record<string, string>>;
  /** What its calls of models took. */
  readonly usage: TokenUsage['totals'];
  /** The report portal is configured, and the job has a build. */
  readonly canPushReports: boolean;
  /** Signs what the reader writes; empty: forms ask for a name first. */
  readonly username: string;
  /** Path and query of this page, for forms to come back to. */
  readonly address: string;
}
