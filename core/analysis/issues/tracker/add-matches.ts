import type * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import type { bugReport, trackerMatch } from '../../base/schema/detail.ts';
import type { Effective } from '../../base/configuration/effective.ts';
import { openSecrets } from '../../base/configuration/sealed.ts';
import { reportPhase } from '../../jobs/report-phase.ts';
import type { Job, JobGroup } from '../../base/tables/job-tables.ts';
import { openTracker } from './jira.ts';
import { score, meaningfulWords } from './meaningful-words.ts';
import { jobTrackerAccess } from './tracker-access.ts';

type Needs = Pick<Platform, 'records' | 'feed' | 'clock' | 'environment' | 'secrets' | 'fetch'>;
type Report = z.output<typeof bugReport>;
type Match = z.output<typeof trackerMatch>;

/** By keyOf(): groups may have the same report. */
type Found = Map<string, readonly Match[]>;

/** Each search takes at most 15 s; together they leave time for the rest of the step. */
const maxSearches = 100;
const atOnce = 4;
/** Jira does not order by similarity: the best of these are kept. */
const candidates = 50;
/** Below it, shared words are chance. */
const weakest = 0.3;

/** Gives product bugs the issues of the tracker that may be the same. A tracker that fails is a note:
 * the analysis is worth having without it. May be repeated: nothing changes there. */
export async function addMatches<Group extends Pick<JobGroup, 'detail'>>(
  needs: Needs,
  job: Job,
  groups: readonly Group[],
  signal: AbortSignal,
): Promise<{ readonly groups: readonly Group[]; readonly notes: readonly string[] }> {
  const effective = {
    params: job.params,
    secrets: await openSecrets(needs, job.sealed_params),
  };
  const reports = groups.map(reportOf).filter((report) => report !== undefined);
  if (reports.length === 0 || !searchesTracker(effective)) return { groups, notes: [] };
  await reportPhase(needs, job.id, 'enriching_tracker');
  const matches: Found = new Map();
  const note = await findMatches(needs, effective, { reports, found: matches, signal });
  return {
    groups: groups.map((group) => withMatches(group, matches)),
    notes: note === undefined ? [] : [note],
  };
}

/** A note: not all were looked for, and why. */
async function findMatches(
  needs: Needs,
  effective: Effective,
  search: {
    readonly reports: readonly Report[];
    readonly found: Found;
    readonly signal: AbortSignal;
  },
): Promise<string | undefined> {
  const { reports, found, signal } = search;
  const { tracker_project_key: project, tracker_max_results: most } = effective.params;
  const access = jobTrackerAccess(needs.environment, effective, signal);
  if (!access || project === null) {
    return 'The tracker was not searched for duplicates: its URL, a token or the project key is missing.';
  }
  const tracker = openTracker(needs, access);
  const different = [...new Map(reports.map((report) => [keyOf(report), report])).values()];
  const searched = different.slice(0, maxSearches);
  try {
    await eachAtMost(atOnce, searched, async (report) => {
      const issues = await tracker.search(project, wordsOf(report), candidates);
      const scored = issues
        .map((issue) => ({ ...issue, score: score(report, issue.summary) }))
        .filter((match) => match.score >= weakest)
        .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
      found.set(keyOf(report), scored.slice(0, most));
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!isFailure(error)) throw error;
    return `The tracker was not searched for duplicates: ${error.message}`;
  }
  if (different.length === searched.length) return undefined;
  return `The tracker was searched for duplicates of only ${maxSearches} of ${different.length} bugs.`;
}

function reportOf({ detail }: Pick<JobGroup, 'detail'>): Report | undefined {
  return detail?.classification === 'PRODUCT BUG'
    ? detail.product_bug_report || undefined
    : undefined;
}

/** The model's keywords; without them every word of the title. */
function wordsOf({ title, tracker_search_keywords: keywords }: Report): readonly string[] {
  const usable = keywords.filter((keyword) => meaningfulWords(keyword).length > 0);
  return usable.length > 0 ? usable : meaningfulWords(title);
}

function keyOf({ title, description, tracker_search_keywords }: Report): string {
  return JSON.stringify([title, description, tracker_search_keywords]);
}

/** What an earlier analysis found, in a report that an override kept, is replaced. */
function withMatches<Group extends Pick<JobGroup, 'detail'>>(group: Group, matches: Found): Group {
  const report = reportOf(group);
  if (!report || !group.detail) return group;
  const tracker_matches = [...(matches.get(keyOf(report)) ?? [])];
  return {
    ...group,
    detail: { ...group.detail, product_bug_report: { ...report, tracker_matches } },
  };
}

/** Whether an analysis looks for duplicates of product bugs: as the request or ENABLE_TRACKER says,
 * else if the tracker is configured. */
export function searchesTracker({ params, secrets }: Effective): boolean {
  const { enable_tracker, tracker_url, tracker_project_key } = params;
  const token = secrets.tracker_api_token ?? secrets.tracker_pat;
  return enable_tracker ?? [tracker_url, tracker_project_key, token].every(Boolean);
}
