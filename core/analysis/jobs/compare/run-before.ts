import type { Platform } from '#core/platform/ports/platform.ts';
import { jobs, type Job } from '../../base/tables/job-tables.ts';

type Needs = Pick<Platform, 'records'>;

const maxRepeats = 20;
const maxAnalyses = 500;

/** The newest completed analysis of the build before, or of the run before of a pipeline that names its job:
 * on the same branch if there is one. */
export async function buildBefore(needs: Needs, job: Job): Promise<string | undefined> {
  const { job_name, build_number, source } = job;
  const origin = build_number === 0 ? await originOf(needs, job) : job;
  const query = {
    index: 'by_name',
    where: { job_name },
    filter: { status: 'completed' },
    order: 'descending',
    limit: maxAnalyses,
  } as const;
  const columns = ['id', 'build_number', 'created_at', 'source'] as const;
  const { rows } = await needs.records.listColumns(jobs, query, columns);
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

/** The analysis that a job repeats, if it repeats one. */
export async function originOf({ records }: Needs, job: Job): Promise<Job> {
  let origin = job;
  for (let steps = 0; origin.repeats !== null && steps < maxRepeats; steps += 1) {
    const repeated = await records.get(jobs, { id: origin.repeats });
    if (!repeated) break;
    origin = repeated;
  }
  return origin;
}
