import { allRows } from '#core/platform/all-rows.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { failureHistory, passedTests } from '../../base/tables/tables.ts';

type Needs = Pick<Platform, 'records'>;
/** How a comparison names a test, and its own name. */
export type Names = ReadonlyMap<string, string>;

/** Those of the marks whose test fails. */
export function failingOf(own: Names, marks: readonly { test_name: string }[]): Set<string> {
  const failing = new Set(own.values());
  return new Set(marks.flatMap(({ test_name: name }) => (failing.has(name) ? [name] : [])));
}

/** The tests that did not fail before, without those that are known to fail. */
export function newOf(own: Names, earlier: Names, marks: ReadonlySet<string>): string[] {
  const fresh = [...own].filter(([name, test]) => !earlier.has(name) && !marks.has(test));
  return fresh.map(([name]) => name);
}

/** The names of tests in a comparison, and those of their failures: numbers of a child's builds differ from
 * analysis to analysis. */
export async function testsOf(
  needs: Needs,
  job_id: string,
  table: typeof failureHistory | typeof passedTests = failureHistory,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const all =
    table === passedTests
      ? allRows(needs, passedTests, { where: { job_id } })
      : allRows(needs, failureHistory, { where: { job_id } });
  for await (const rows of all) for (const row of rows) names.set(nameOf(row), row.test_name);
  return names;
}

interface PlacedName {
  readonly child_job_name: string;
  readonly test_name: string;
}

/** How a comparison names a test. */
export function nameOf({ child_job_name: child, test_name }: PlacedName): string {
  return child === '' ? test_name : `${child}::${test_name}`;
}
