import type { Platform } from '#core/platform/ports/platform.ts';
import { makeGroups, mostGroups, tooManyGroups } from './make-groups.ts';
import { readFailures } from '#core/analysis/intake/input/input-failure.ts';
import { buildFailures } from '#core/analysis/base/job-files.ts';
import type { JobGroup } from '#core/analysis/base/tables/tables.ts';
import { scopeOf, type BuildNode } from '#core/analysis/intake/builds/build-tree.ts';

/** The groups of all builds. Equal errors of two builds are two groups: each build has a console
 * output of its own. */
export async function makeBuildGroups(
  needs: Pick<Platform, 'blobs'>,
  job: string,
  nodes: readonly BuildNode[],
  options: Parameters<typeof makeGroups>[1],
): Promise<Partial<JobGroup>[]> {
  const groups: Partial<JobGroup>[] = [];
  for (const [build, node] of nodes.entries()) {
    if (node.failures === 0) continue;
    const failures = readFailures(needs, buildFailures(job, build));
    for (const group of await makeGroups(failures, options)) {
      const signatures = node.isConsoleOnly ? [] : group.signatures;
      const is_console_only = node.isConsoleOnly;
      groups.push({ ...group, ...scopeOf(node), build, is_console_only, signatures });
    }
    if (groups.length > mostGroups) throw tooManyGroups();
  }
  return groups;
}
