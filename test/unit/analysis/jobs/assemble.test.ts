import { describe, expect, it } from 'vitest';
import type { JobGroup } from '#core/analysis/base/tables/job-tables.ts';
import { makeGroups } from '#core/analysis/explain/grouping/make-groups.ts';
import type { InputFailure } from '#core/analysis/intake/input/input-failure.ts';
import { assemble, traceList } from '#core/analysis/jobs/steps/assemble.ts';

const failure = (error_message: string, output = '', line = 1): InputFailure => ({
  test_name: 'shop.pays',
  error_message,
  output,
  stack_trace: `at pay (src/cart.ts:${line}:3)`,
  status: 'FAILED',
  duration: 0,
});

function explained(group: Partial<JobGroup>, details: string): JobGroup {
  const detail = { classification: 'CODE ISSUE', affected_tests: [], details };
  return { ...group, detail, source: 'model', overridden: [], peer_debate: null } as never;
}

async function* given(failures: readonly InputFailure[]) {
  yield* failures;
}

describe('a failure gets the analysis of its own group', () => {
  it.each([
    [
      'with different errors',
      ['one is wrong', 'another is wrong', 'one is wrong'].map((e) => failure(e)),
    ],
    [
      'with one exact signature',
      ['error: no disk', 'error: no memory', 'error: no disk'].map((e) => failure('failed', e)),
    ],
    [
      'of a group that does not list all of its signatures',
      [
        ...Array.from({ length: 150 }, (_, at) => failure('failed', 'error: no disk', at)),
        failure('failed', 'error: no memory', 149),
      ],
    ],
  ])('failures %s', async (_, failures) => {
    for (const isNormalized of [true, false]) {
      const made = await makeGroups(given(failures), { isNormalized });
      const groups = made.map((group, at) => explained(group, `Cause ${at}`));
      const job = { failure_count: failures.length, groups: groups.length };
      const result = await assemble(given(failures), job, groups, traceList([]));
      const expected = await Promise.all(
        failures.map(async (each) => {
          const [own] = await makeGroups(given([each]), { isNormalized });
          return `Cause ${made.findIndex(({ group_key }) => group_key === own?.group_key)}`;
        }),
      );
      expect(result.failures.map(({ analysis }) => analysis.details)).toEqual(expected);
    }
  });
});

it('says where a message is cut', () => {
  const whole = 'm'.repeat(10_000);
  expect(traceList([]).message(whole)).toBe(whole);
  expect(traceList([]).message(`${whole}END`)).toBe(`${whole}\n[cut: 10003 characters]`);
});
