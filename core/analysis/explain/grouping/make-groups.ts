import { Failure } from '#core/platform/failure.ts';
import { signatureReader } from './signatures.ts';
import type { InputFailure } from '#core/analysis/intake/input/input-failure.ts';
import type { JobGroup } from '#core/analysis/base/tables/tables.ts';

/** Each is at least one question to a model. */
export const mostGroups = 2_000;
/** Signatures and names that a group's row has. */
export const mostListed = 100;
/** Of the texts of a group's row, in characters. The prompt has less. */
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
      if (groups.size === mostGroups) throw tooManyGroups();
      group = {
        ...{ group_key, signatures: [], tests: [], failures: 0 },
        error_message: error_message.slice(0, longest.error),
        stack_trace: stack_trace.slice(0, longest.stack),
      };
      groups.set(group_key, group);
    }
    group.failures += 1;
    const { signatures, tests } = group;
    if (tests.length < mostListed) tests.push(test_name.slice(0, longest.name));
    if (signatures.length < mostListed && !signatures.includes(exact)) signatures.push(exact);
  }
  return [...groups.values()];
}

export function tooManyGroups(): Failure {
  const message = `The failures have more than ${mostGroups.toLocaleString('en')} different errors: analyze parts of them`;
  return new Failure('invalid', 'too_many_groups', message);
}
