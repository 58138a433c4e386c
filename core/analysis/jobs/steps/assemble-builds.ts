import type { Platform } from '#core/platform/ports/platform.ts';
import { readFailures } from '#core/analysis/intake/input/input-failure.ts';
import { buildFailures } from '#core/analysis/base/job-files.ts';
import { assemble, type Assembled } from './assemble.ts';
import type { ChildJobAnalysis } from '#core/analysis/base/schema/result.ts';
import type { StoredResult } from '#core/analysis/base/schema/stored-result.ts';
import type { Job, JobGroup } from '#core/analysis/base/tables/tables.ts';
import { readTree, type BuildNode } from '#core/analysis/intake/builds/build-tree.ts';

interface AssembledBuilds {
  readonly result: StoredResult;
  readonly summary: string;
  /** A build has no XML. */
  readonly places: [];
}

/** Gives each failed test of each build the analysis of its group. */
export async function assembleBuilds(
  needs: Pick<Platform, 'blobs'>,
  job: Job,
  groups: readonly JobGroup[],
): Promise<AssembledBuilds> {
  const nodes = await readTree(needs, job.id);
  if (!nodes) throw new Error('the builds of the job are gone');
  const results: Assembled[] = [];
  for (const [at, { failures, isConsoleOnly }] of nodes.entries()) {
    if (failures === 0) {
      results.push({ failures: [], places: [], uniqueErrors: 0, analyzed: 0 });
      continue;
    }
    const own = groups.filter(({ build }) => build === at);
    const assembled = await assemble(readFailures(needs, buildFailures(job.id, at)), job, own);
    // The excerpt of a console output identifies no error.
    if (isConsoleOnly) for (const failure of assembled.failures) failure.error_signature = '';
    results.push(assembled);
  }

  const childrenOf = (parent: number): ChildJobAnalysis[] =>
    nodes.flatMap((node, at) => (node.parent === parent ? [childOf(node, at)] : []));
  const childOf = ({ job_name, build_number, url, note }: BuildNode, at: number) => {
    const failures = results[at]?.failures ?? [];
    const failed_children = childrenOf(at);
    const hasResult = failures.length > 0 || failed_children.length > 0;
    return {
      ...{ job_name, build_number, ci_url: url, failures, failed_children, note },
      summary: hasResult ? summaryOf(results[at] as Assembled, failed_children.length) : null,
    };
  };
  const child_job_analyses = childrenOf(0);
  const own = results[0] as Assembled;
  return {
    result: { failures: own.failures, child_job_analyses },
    summary: summaryOf(own, child_job_analyses.length),
    places: [],
  };
}

/** Failures that the model gave no answer for are not counted. */
function summaryOf({ analyzed, uniqueErrors }: Assembled, children: number): string {
  const own = `${analyzed} failure(s) analyzed (${uniqueErrors} unique error type(s)).`;
  if (children === 0) return own;
  return `${own} Additionally, ${children} failed child job(s) were analyzed recursively.`;
}
