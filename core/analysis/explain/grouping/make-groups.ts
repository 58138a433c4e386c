import { Failure } from '#core/platform/failure.ts';
import { signatureReader } from './signature.ts';
import { type InputFailure, readFailures } from '../../intake/input/input-failure.ts';
import type { JobGroup } from '../../base/tables/job-tables.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { buildFailures } from '../../base/job-files.ts';
import { scopeOf, type BuildNode } from '../../intake/builds/build-tree.ts';

/** Each is at least one question to a model. */
export const maxGroups = 2_000;
/** Signatures and names that a group's row has. */
export const maxListed = 100;
/** Characters of the texts of a group's row. The prompt has less. */
const longest = { name: 500, error: 20_000, stack: 60_000 };

type Group = Pick<
  JobGroup,
  'group_key' | 'signatures' | 'tests' | 'failures' | 'error_message' | 'stack_trace'
>;

/** Failures with the same error; `isNormalized`: also those that differ only in numbers, addresses,
 * times, identifiers and folders. In the order in which they are first seen. */
export async function makeGroups(
  failures: AsyncIterable<InputFailure>,
  { isNormalized }: { readonly isNormalized: boolean },
): Promise<Group[]> {
  const groups = new Map<string, Group>();
  const reader = signatureReader();
  for await (const failure of failures) {
    const { test_name, error_message, stack_trace } = failure;
    const { exact, normalized } = reader.read(failure);
    const group_key = isNormalized ? normalized : exact;
    let group = groups.get(group_key);
    if (!group) {
      if (groups.size === maxGroups) throw tooManyGroups();
      group = {
        group_key,
        signatures: [],
        tests: [],
        failures: 0,
        error_message: error_message.slice(0, longest.error),
        stack_trace: stack_trace.slice(0, longest.stack),
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

export function tooManyGroups(): Failure {
  const message = `The failures have more than ${maxGroups.toLocaleString('en')} different errors: analyze parts of them`;
  return new Failure('invalid', 'too_many_groups', message);
}

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
    if (groups.length > maxGroups) throw tooManyGroups();
  }
  return groups;
}
