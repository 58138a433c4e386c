import type { SlowTest } from '../../base/schema/params.ts';

const maxTests = 20;
const maxNameLength = 500;

/** The tests of a report that took longest, each name once. */
export function slowList() {
  const tests = new Map<string, number>();
  /** What a test has to take to be among them. */
  let least = 0;

  return {
    add(name: string, seconds: number): void {
      if (seconds <= least) return;
      const test_name = name.slice(0, maxNameLength).toWellFormed();
      tests.set(test_name, Math.max(seconds, tests.get(test_name) ?? 0));
      if (tests.size <= maxTests) return;
      const [[last = ''] = []] = [...tests].toSorted(([, one], [, other]) => one - other);
      tests.delete(last);
      least = Math.min(...tests.values());
    },
    /** The slowest first. */
    end(): readonly SlowTest[] {
      const sorted = [...tests].toSorted(([, one], [, other]) => other - one);
      return sorted.map(([test_name, seconds]) => ({ test_name, seconds }));
    },
  };
}
