import { pageOf } from '#core/web/parts/pager.ts';
import type { AnalysisDetail, Classification } from '../../../base/schema/detail.ts';
import { reviewKey } from '../../../people/discussion/review.ts';
import type { PeerDebate } from '../../../base/schema/result.ts';
import type { CommentView } from '../../../base/schema/records.ts';
import type { Comparison, Discussion } from '../../../base/schema/views.ts';
import { classes, classOfSlug, type ClassCounts } from '../../words.ts';
import type { Correction, Job } from '../../../base/tables/job-tables.ts';
import { overrideKey } from '../../../results/overlay.ts';
import { failuresOf, type PlacedFailure } from '../../../jobs/record-history.ts';
import { memoryKey, type StoredResult } from '../../../base/schema/stored-result.ts';

export interface GroupTest {
  readonly position: number;
  readonly name: string;
  readonly signature: string;
  /** Its own message. */
  readonly error: string;
  /** Index in the traces of the result. */
  readonly trace: number | undefined;
  readonly isNew: boolean;
  /** People marked it as known to fail. */
  readonly isKnown: boolean;
  /** Null: not reviewed. */
  readonly reviewedBy: string | null;
}

/** Failures with one explanation. */
export interface Group extends Omit<NumberedFailure, 'failure'> {
  /** The position of its first failure. */
  readonly position: number;
  readonly error: string;
  readonly analysis: AnalysisDetail;
  readonly debate: PeerDebate | null;
  readonly tests: readonly GroupTest[];
  readonly comments: readonly CommentView[];
  readonly isNew: boolean;
  readonly isReviewed: boolean;
  /** Who changed its class in this analysis. */
  readonly correction: Correction | undefined;
  /** A class that people gave to the error in an earlier analysis. */
  readonly isRemembered: boolean;
}

/** What people changed in the job. */
type Changes = Pick<Job, 'corrections' | 'findings'>;

export function groupsOf(
  failures: readonly NumberedFailure[],
  { comments, reviews }: Discussion,
  comparison: Comparison | undefined,
  { corrections, findings }: Changes,
): Group[] {
  const remembered = new Set(findings?.overrides_applied.map(({ signature }) => signature));
  const added = new Set(comparison && comparison.compared_with !== null ? comparison.new : []);
  const marks = new Set(comparison?.known);
  const byTest = Map.groupBy(comments, ({ child_job_name, child_build_number, test_name }) =>
    commentKey(child_job_name, child_build_number, test_name),
  );
  const members = Map.groupBy(failures, keyOf);
  const groups = [...members.values()].map((group): Group => {
    const [first] = group as [NumberedFailure];
    const { child_job_name, child_build_number, position, failure } = first;
    const tests = group.map((each): GroupTest => {
      const { test_name: name } = each.failure;
      const review = reviews[reviewKey({ ...each, test_name: name })];
      return {
        position: each.position,
        name,
        signature: each.failure.error_signature,
        error: each.failure.error,
        trace: each.failure.trace,
        isNew: added.has(child_job_name === '' ? name : `${child_job_name}::${name}`),
        isKnown: marks.has(name),
        reviewedBy: review?.reviewed ? review.username || 'someone' : null,
      };
    });
    const names = new Set(tests.map(({ name }) => name));
    const memory = memoryKey(failure);
    return {
      child_job_name,
      child_build_number,
      position,
      tests,
      error: failure.error,
      analysis: failure.analysis,
      debate: failure.peer_debate,
      comments: [...names]
        .flatMap((name) => [
          ...(byTest.get(commentKey(child_job_name, child_build_number, name)) ?? []),
          ...(child_job_name === '' ? [] : (byTest.get(commentKey(child_job_name, 0, name)) ?? [])),
        ])
        .toSorted((a, b) => a.id - b.id),
      isNew: tests.some(({ isNew }) => isNew),
      isReviewed: tests.every(({ reviewedBy }) => reviewedBy !== null),
      correction: corrections[overrideKey(first, memory)],
      isRemembered: remembered.has(memory),
    };
  });
  return groups.toSorted(byUrgency);
}

/** Tests of one call of the model have the same explanation, and a person may have changed the class
 * of some of them. */
function keyOf({ child_job_name, child_build_number, failure }: NumberedFailure): string {
  const { classification, affected_tests, details } = failure.analysis;
  const size = affected_tests.length;
  return JSON.stringify([
    child_job_name,
    child_build_number,
    classification,
    size,
    affected_tests[0],
    details,
    ...(size === 0 ? [failure.error_signature] : []),
  ]);
}

function commentKey(job: string, build: number, test: string): string {
  return JSON.stringify([job, build, test]);
}

/** New ones first, then by class, then the largest. */
function byUrgency(a: Group, b: Group): number {
  return (
    Number(b.isNew) - Number(a.isNew) ||
    classes.indexOf(a.analysis.classification) - classes.indexOf(b.analysis.classification) ||
    b.tests.length - a.tests.length ||
    a.position - b.position
  );
}

export function countClasses(groups: readonly Group[]): ClassCounts {
  const counts = { 'PRODUCT BUG': 0, 'CODE ISSUE': 0, INFRASTRUCTURE: 0, '': 0 };
  for (const { analysis, tests } of groups) counts[analysis.classification] += tests.length;
  return counts;
}

export const groupsPerPage = 25;

/** What a reader asks of a long list, as the address says it. */
export interface GroupQuery {
  readonly q?: string | undefined;
  readonly class?: string | undefined;
  readonly only?: string | undefined;
  readonly page?: string | undefined;
  /** The position of one group, which is shown alone. */
  readonly group?: string | undefined;
}

export interface GroupSelection {
  readonly text: string;
  readonly class: Classification | undefined;
  readonly only: 'new' | 'open' | undefined;
  readonly shown: readonly Group[];
  /** How many the whole job has. */
  readonly all: number;
  readonly matching: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

const maxTextLength = 200;

export function selectGroups(groups: readonly Group[], query: GroupQuery): GroupSelection {
  const text = (query.q ?? '').trim().slice(0, maxTextLength);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const classification = classOfSlug(query.class);
  const only = query.only === 'new' || query.only === 'open' ? query.only : undefined;
  const matching = groups.filter(
    (group) =>
      (query.group === undefined || String(group.position) === query.group) &&
      (classification === undefined || group.analysis.classification === classification) &&
      (only !== 'new' || group.isNew) &&
      (only !== 'open' || !group.isReviewed) &&
      holds(group, words),
  );
  const pages = Math.max(1, Math.ceil(matching.length / groupsPerPage));
  const page = pageOf(query.page, pages);
  return {
    text,
    only,
    class: classification,
    page,
    pages,
    shown: matching.slice((page - 1) * groupsPerPage, page * groupsPerPage),
    all: groups.length,
    matching: matching.length,
  };
}

function holds({ error, analysis, tests, child_job_name }: Group, words: readonly string[]) {
  if (words.length === 0) return true;
  const names = tests.map(({ name }) => name).join(' ');
  const text = `${child_job_name} ${error} ${analysis.details} ${names}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

interface NumberedFailure extends PlacedFailure {
  /** Among all failures of the result, which never change: forms name a failure by it. */
  readonly position: number;
}

export function numberedFailures(result: StoredResult): NumberedFailure[] {
  return [...failuresOf(result)].map((entry, position) => ({ ...entry, position }));
}
