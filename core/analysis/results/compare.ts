import type { Platform } from '#core/platform/ports/platform.ts';
import type { Comparison } from '../base/schema/views.ts';
import type { Job } from '../base/tables/job-tables.ts';
import { failureHistory, passedTests } from '../base/tables/tables.ts';
import { listKnown } from '../jobs/compare/list-known.ts';
import { buildBefore, originOf } from '../jobs/compare/run-before.ts';
import { failingOf, newOf, testsOf } from '../jobs/compare/test-names.ts';
import { readCompleted } from '../jobs/read-job.ts';

type Needs = Pick<Platform, 'records'>;

const maxLookedUp = 20;

/** How a job's failures differ from those of the analysis before. Of a build, and of the run of a
 * pipeline that names its job: the newest completed analysis of the build before it, on the same
 * branch if there is one. Of another direct analysis: the newest one that had one of its
 * first 20 tests; one that repeats another is compared like that. */
export async function readComparison(
  needs: Needs & Pick<Platform, 'clock'>,
  id: string,
): Promise<Comparison> {
  const job = await readCompleted(needs, id);
  const [own, marks] = await Promise.all([testsOf(needs, id), listKnown(needs)]);
  const before = await (job.job_name !== ''
    ? buildBefore(needs, job)
    : directBefore(needs, job, [...own.keys()]));
  const earlier = before === undefined ? new Map<string, string>() : await testsOf(needs, before);
  const absent = [...earlier.keys()].filter((name) => !own.has(name));
  // Which tests passed is stored for the run that it was compared with when it ended.
  const isKnown =
    job.digest !== null && job.digest.passed > 0 && job.digest.compared_with === before;
  const passed = isKnown && absent.length > 0 ? await testsOf(needs, id, passedTests) : undefined;
  const notRun = absent.filter((name) => passed?.has(name) === false);
  const expected = failingOf(own, marks);
  return {
    compared_with: before ?? null,
    new: before === undefined ? [] : newOf(own, earlier, expected),
    fixed: absent.filter((name) => passed?.has(name) ?? true),
    still_failing: [...own.keys()].filter((name) => earlier.has(name)),
    ...(notRun.length > 0 && { not_run: notRun }),
    ...(expected.size > 0 && { known: [...expected] }),
  };
}

async function directBefore(
  needs: Needs,
  job: Job,
  tests: readonly string[],
): Promise<string | undefined> {
  const origin = await originOf(needs, job);
  const lists = await Promise.all(
    tests.slice(0, maxLookedUp).map(async (test_name) => {
      const { rows } = await needs.records.list(failureHistory, {
        index: 'by_test',
        where: { test_name },
        filter: { job_name: '' },
        to: origin.created_at,
        order: 'descending',
        limit: 10,
      });
      return rows.filter(({ job_id }) => job_id !== origin.id && job_id !== job.id);
    }),
  );
  const [newest] = lists.flat().sort((a, b) => (a.analyzed_at < b.analyzed_at ? 1 : -1));
  return newest?.job_id;
}
