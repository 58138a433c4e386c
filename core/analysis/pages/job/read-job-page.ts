import { Failure } from '#core/platform/failure.ts';
import { offline } from '#core/ai/provider-ids.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readDiscussion } from '../../people/discussion/review.ts';
import { readComparison } from '../../results/compare.ts';
import { enabledTargets, listJobIssues } from '../../issues/job-issues.ts';
import { overlaid } from '../../results/overlay.ts';
import { readJob } from '../../jobs/read-job.ts';
import { readJobUsage } from '../../results/token-usage.ts';
import { readConsoles } from '../../jobs/steps/store-consoles.ts';
import { readResult } from '../../jobs/read-stored-result.ts';
import type { Discussion } from '../../base/schema/views.ts';
import type { Job } from '../../base/tables/job-tables.ts';
import type { PageFrame } from '../analysis-site.ts';
import { readOwnerRules } from '../../results/cause-owners.ts';
import { evidenceLinks } from './view/evidence-links.ts';
import {
  numberedFailures,
  countClasses,
  groupsOf,
  selectGroups,
  type Group,
  type GroupQuery,
} from './view/groups.ts';
import type { JobPageView } from './view/job-view.ts';
import { canPushReports } from './reports.ts';

type Needs = Pick<Platform, 'records' | 'blobs'>;
type Content = Omit<JobPageView, keyof PageFrame | 'address'>;

const silent: Discussion = { comments: [], reviews: {} };

/** What the page of an analysis shows. */
export async function readJobPage(
  needs: Needs & Pick<Platform, 'environment' | 'ai' | 'clock'>,
  { username }: Caller,
  id: string,
  query: GroupQuery,
): Promise<Content> {
  const job = await readJob(needs, id);
  const isCompleted = job.status === 'completed';
  const [stored, discussion, comparison, issues, usage, consoles, ownerRules] = await Promise.all([
    readResult(needs, job),
    isCompleted ? readDiscussion(needs, id) : silent,
    isCompleted ? readComparison(needs, id) : undefined,
    isCompleted ? listJobIssues(needs, id) : [],
    readJobUsage(needs, id),
    isCompleted && job.kind === 'build' ? readConsoles(needs, id) : {},
    isCompleted ? readOwnerRules(needs, job) : [],
  ]);
  const result = overlaid(stored, job.overrides);
  const failures = numberedFailures(result);
  const groups = groupsOf(failures, discussion, comparison, job);
  return {
    job,
    programs: await programsOf(needs, job),
    counts: countClasses(groups),
    failures: failures.length,
    reviewed: reviewedIn(groups),
    selection: selectGroups(groups, query),
    comparison,
    children: result.child_job_analyses,
    link: evidenceLinks(job.params),
    traces: result.traces ?? [],
    issues,
    canFileIssues: enabledTargets(needs.environment).length > 0,
    canPushReports: canPushReports(needs.environment, job),
    username,
    usage,
    consoles,
    ownerRules,
  };
}

async function programsOf(
  { ai }: Pick<Platform, 'ai'>,
  { params: { ai_provider, peer_ai_configs: peers } }: Job,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set([ai_provider, ...peers.map((peer) => peer.ai_provider)]);
  ids.delete(offline);
  return new Map(
    await Promise.all([...ids].map(async (id) => [id, (await ai.program(id)).title] as const)),
  );
}

/** The groups of a job as its forms name them. */
export async function readGroups(needs: Needs, job: Job): Promise<readonly Group[]> {
  const result = overlaid(await readResult(needs, job), job.overrides);
  return groupsOf(numberedFailures(result), silent, undefined, job);
}

export function groupNamed(groups: readonly Group[], name: string | undefined): Group {
  const group = groups.find(({ position }) => String(position) === name);
  if (group) return group;
  throw new Failure('missing', 'no_group', 'This cause is no longer part of the analysis');
}

export async function readGroup(needs: Needs, job: Job, name: string | undefined): Promise<Group> {
  return groupNamed(await readGroups(needs, job), name);
}

function reviewedIn(groups: readonly Group[]): number {
  return groups.flatMap(({ tests }) => tests).filter(({ reviewedBy }) => reviewedBy !== null)
    .length;
}
