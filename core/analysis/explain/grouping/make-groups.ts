import { signatureReader } from './signature.ts';
import { type InputFailure, readFailures } from '../../intake/input/input-failure.ts';
import type { JobGroup } from '../../base/tables/job-tables.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { buildFailures } from '../../base/job-files.ts';
import { scopeOf, type BuildNode } from '../../intake/builds/build-tree.ts';

/** Each is at least one question to a model. The failures of smaller groups are listed only. */
export const maxGroups = 2_000;
/** Signatures and names that a group's row has. */
export const maxListed = 100;
/** Characters of the texts of a group's row. The prompt has less. */
const longest = { name: 500, error: 20_000, stack: 60_000 };

type Group = Pick<
  JobGroup,
  'group_key' | 'signatures' | 'tests' | 'failures' | 'error_message' | 'stack_trace'
>;

/** Failures with the same error; `isNormalized`: with the same cause, as far as their texts say. In the
 * order in which they are first seen. */
export async function makeGroups(
  failures: AsyncIterable<InputFailure>,
  { isNormalized }: { readonly isNormalized: boolean },
): Promise<Group[]> {
  const groups = new Map<string, Group>();
  const reader = signatureReader();
  for await (const failure of failures) {
    const { test_name, error_message, stack_trace, output } = failure;
    const { exact, normalized } = reader.read(failure);
    const group_key = isNormalized ? normalized() : exact;
    let group = groups.get(group_key);
    if (!group) {
      group = {
        group_key,
        signatures: [],
        tests: [],
        failures: 0,
        error_message: error_message.slice(0, longest.error),
        stack_trace: withOutput(stack_trace.slice(0, longest.stack), output),
      };
      groups.set(group_key, group);
    }
    group.failures += 1;
    const { signatures, tests } = group;
    if (tests.length < maxListed) tests.push(test_name.slice(0, longest.name));
    if (signatures.length < maxListed && !signatures.includes(exact)) signatures.push(exact);
  }
  return [...groups.values()];
}

/** A model reads what the test printed below its stack trace. */
function withOutput(stack: string, output: string | undefined): string {
  return output === undefined ? stack : `${stack}\n--- Output of the test ---\n${output}`;
}

/** Those with the most failures, in the order of the groups. */
export function largest<Group extends Pick<JobGroup, 'failures'>>(
  groups: readonly Group[],
): readonly Group[] {
  if (groups.length <= maxGroups) return groups;
  const bySize = groups.toSorted((a, b) => b.failures - a.failures);
  const most = new Set(bySize.slice(0, maxGroups));
  return groups.filter((group) => most.has(group));
}

type BuildGroup = Partial<JobGroup> & Pick<JobGroup, 'failures'>;

/** The largest groups of all builds, and how many there are. Equal errors of two builds are two groups: each build has a console
 * output of its own. */
export async function makeBuildGroups(
  needs: Pick<Platform, 'blobs'>,
  job: string,
  nodes: readonly BuildNode[],
  options: Parameters<typeof makeGroups>[1],
): Promise<{ readonly groups: readonly BuildGroup[]; readonly total: number }> {
  let groups: readonly BuildGroup[] = [];
  let total = 0;
  for (const [build, node] of nodes.entries()) {
    if (node.failures === 0) continue;
    const failures = readFailures(needs, buildFailures(job, build));
    const own = (await makeGroups(failures, options)).map((group) => {
      const signatures = node.isConsoleOnly ? [] : group.signatures;
      const is_console_only = node.isConsoleOnly;
      return { ...group, ...scopeOf(node), build, is_console_only, signatures };
    });
    total += own.length;
    groups = largest([...groups, ...own]);
  }
  return { groups, total };
}
