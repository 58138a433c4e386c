import type { Platform } from '#core/platform/ports/platform.ts';
import type { Comparison } from '../base/schema/views.ts';
import { jobs, type Job } from '../base/tables/job-tables.ts';
import { failureHistory } from '../base/tables/tables.ts';
import { allRows } from '#core/platform/all-rows.ts';
import { readCompleted } from '../jobs/read-job.ts';

type Needs = Pick<Platform, 'records'>;

const maxRepeats = 20;
const maxLookedUp = 20;
const maxAnalyses = 500;

/** How a job's failures differ from those of the analysis before. Of a build, and of the run of a
 * pipeline that names its job: the newest completed analysis of the build before it, on the same
 * branch if there is one. Of another direct analysis: the newest one that had one of its
 * first 20 tests; one that repeats another is compared like that. */
export async function readComparison(needs: Needs, id: string): Promise<Comparison> {
  const job = await readCompleted(needs, id);
  const own = await testsOf(needs, id);
  const before = await (job.job_name !== ''
    ? buildBefore(needs, job)
    : directBefore(needs, job, own));
  const earlier = before === undefined ? new Set<string>() : await testsOf(needs, before);
  return {
    compared_with: before ?? null,
    new: before === undefined ? [] : [...own].filter((name) => !earlier.has(name)),
    fixed: [...earlier].filter((name) => !own.has(name)),
    still_failing: [...own].filter((name) => earlier.has(name)),
  };
}

/** Numbers of a child's builds differ from analysis to analysis. */
async function testsOf(needs: Needs, job_id: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const rows of allRows(needs, failureHistory, { where: { job_id } })) {
    for (const { child_job_name: child, test_name } of rows) {
      names.add(child === '' ? test_name : `${child}::${test_name}`);
    }
  }
  return names;
}

async function buildBefore(needs: Needs, job: Job): Promise<string | undefined> {
  const { job_name, build_number, source } = job;
  const origin = build_number === 0 ? await originOf(needs, job) : job;
  const { rows } = await needs.records.list(jobs, {
    index: 'by_name',
    where: { job_name },
    filter: { status: 'completed' },
    order: 'descending',
    limit: maxAnalyses,
  });
  // The sort is stable: of one build the newest analysis is first.
  const earlier = rows
    .filter((row) =>
      build_number === 0 ? row.created_at < origin.created_at : row.build_number < build_number,
    )
    .toSorted((one, other) => other.build_number - one.build_number);
  const branch = source?.branch ?? null;
  const before = earlier.find((row) => (row.source?.branch ?? null) === branch) ?? earlier[0];
  return before?.id;
}

async function directBefore(
  needs: Needs,
  job: Job,
  tests: ReadonlySet<string>,
): Promise<string | undefined> {
  const origin = await originOf(needs, job);
  const lists = await Promise.all(
    [...tests].slice(0, maxLookedUp).map(async (test_name) => {
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

/** The analysis that a job repeats, if it repeats one. */
async function originOf({ records }: Needs, job: Job): Promise<Job> {
  let origin = job;
  for (let steps = 0; origin.repeats !== null && steps < maxRepeats; steps += 1) {
    const repeated = await records.get(jobs, { id: origin.repeats });
    if (!repeated) break;
    origin = repeated;
  }
  return origin;
}
