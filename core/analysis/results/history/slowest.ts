import type { Platform } from '#core/platform/ports/platform.ts';
import { whileUnchanged } from '#core/platform/while-unchanged.ts';
import type { SlowTest } from '../../base/schema/params.ts';
import { jobs } from '../../base/tables/job-tables.ts';
import { listDashboard } from '../list-dashboard.ts';

export interface SlowTestOfJob extends SlowTest {
  readonly job_name: string;
  /** What it took in the run of the job before; null: it was not among the slowest there. */
  readonly before: number | null;
}

const maxJobs = 20;
const maxShown = 10;

/** The tests that took longest in the newest run of each job, the slowest first. Only reports that a
 * pipeline sends tell what passed tests took. */
export function listSlowest({
  records,
}: Pick<Platform, 'records'>): Promise<readonly SlowTestOfJob[]> {
  return whileUnchanged(records, 'slowest', async () => {
    const all = await listDashboard({ records });
    // The sort is stable: runs without a number stay in the order of their time.
    const runs = all
      .filter(({ status }) => status === 'completed')
      .toSorted((one, other) => (other.build_number ?? 0) - (one.build_number ?? 0));
    const byJob = [...Map.groupBy(runs, ({ job_name = '' }) => job_name)];
    const lists = await Promise.all(
      byJob
        .filter(([job_name]) => job_name !== '')
        .slice(0, maxJobs)
        .map(async ([job_name, [newest, ...older]]) => {
          const before = older.find(({ build_number }) => build_number !== newest?.build_number);
          const [now, then] = await Promise.all(
            [newest, before].map(async (run) => run && records.get(jobs, { id: run.job_id })),
          );
          const earlier = new Map(
            then?.slowest?.map(({ test_name, seconds }) => [test_name, seconds]),
          );
          return (now?.slowest ?? []).map((test) => {
            return { ...test, job_name, before: earlier.get(test.test_name) ?? null };
          });
        }),
    );
    return lists
      .flat()
      .toSorted((one, other) => other.seconds - one.seconds)
      .slice(0, maxShown);
  });
}
