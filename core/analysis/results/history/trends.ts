import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import { classification } from '../../base/schema/detail.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { listDashboard } from '../list-dashboard.ts';
import { whileUnchanged } from '#core/platform/while-unchanged.ts';
import { beginOf, countOf, jobs, listedColumns, noCounts } from '../../base/tables/job-tables.ts';
import { failureHistory, passedTests } from '../../base/tables/tables.ts';
import type { FlakyTest, TrendDay } from '../../base/schema/views.ts';
import { changesOf, isFlaky, type Outcome } from './flaky.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

const maxJobs = 2_000;
const maxFailures = 2_000;
const maxFlaky = 20;

/** Failures by class for each of the last days, the oldest first, of the newest 2,000 analyses. */
export function readTrend({ records, clock }: Needs, days: number): Promise<readonly TrendDay[]> {
  const today = clock.now().getTime();
  const names = Array.from({ length: days }, (_, index) => dayOf(today, days - 1 - index));
  const from = names[0] ?? '';
  return whileUnchanged(records, `trend ${from} ${days}`, async () => {
    const trend = new Map(names.map((day) => [day, { day, analyses: 0, ...noCounts() }]));
    const filter = { status: 'completed' } as const;
    const query = { index: 'by_age', from, filter, order: 'descending', limit: maxJobs } as const;
    const { rows } = await records.listColumns(jobs, query, listedColumns);
    for (const job of rows) {
      const day = trend.get(job.created_at.slice(0, 10));
      if (!day) continue;
      day.analyses += 1;
      for (const each of classification.options) day[countOf(each)] += job[countOf(each)];
    }
    return [...trend.values()];
  });
}

function dayOf(today: number, daysAgo: number): string {
  return new Date(today - daysAgo * dayMilliseconds).toISOString().slice(0, 10);
}

/** Flaky tests among the newest 2,000 failures and passes, the most changing first. What is listed of a
 * job says nothing of its commit: the page of a test does. */
export function listFlaky({ records }: Needs): Promise<readonly FlakyTest[]> {
  return whileUnchanged(records, 'flaky', async () => {
    const newest = { index: 'by_age', order: 'descending', limit: maxFailures } as const;
    const [entries, failures, passes] = await Promise.all([
      listDashboard({ records }),
      records.list(failureHistory, newest),
      records.list(passedTests, newest),
    ]);
    const numbers = new Map(entries.map(({ job_id, build_number }) => [job_id, build_number]));
    const rows = [
      ...failures.rows.map((row) => ({ ...row, failed: true, after_retry: false })),
      ...passes.rows.map((row) => ({ ...row, failed: false })),
    ].sort((a, b) => (a.analyzed_at < b.analyzed_at ? 1 : -1));
    const tests = new Map<string, { last: (typeof rows)[number]; runs: Map<string, Outcome> }>();
    for (const row of rows) {
      const { job_id, job_name, analyzed_at: at, failed, after_retry } = row;
      const key = `${job_name}\n${row.test_name}`;
      const test = tests.get(key) ?? { last: row, runs: new Map<string, Outcome>() };
      tests.set(key, test);
      const run = runOf(job_id, numbers.get(job_id));
      test.runs.set(job_id, { at, run, failed, passedOnRetry: after_retry });
    }
    const flaky = [...tests.values()].flatMap(({ last, runs }) => {
      const { test_name, job_name, analyzed_at: last_seen } = last;
      const outcomes = outcomesOf(runs, job_name, entries);
      const changes = changesOf(outcomes);
      return isFlaky(outcomes) ? [{ test_name, job_name, changes, last_seen }] : [];
    });
    return flaky.sort((one, other) => other.changes - one.changes).slice(0, maxFlaky);
  });
}

function runOf(job_id: string, build_number: number | null | undefined): string {
  return build_number ? `#${build_number}` : job_id;
}

/** With the analyses of the job that do not have the test, unless they tell what passed. */
function outcomesOf(
  runs: ReadonlyMap<string, Outcome>,
  name: string,
  entries: Awaited<ReturnType<typeof listDashboard>>,
): Outcome[] {
  const first = [...runs.values()].at(-1)?.at ?? '';
  const passed = entries.flatMap((entry) => {
    const { job_id, job_name, build_number, status, digest } = entry;
    const at = beginOf(entry);
    const isOfJob = status === 'completed' && job_name === name && !digest?.passed;
    const hasPassed = isOfJob && !runs.has(job_id);
    const run = runOf(job_id, build_number);
    return hasPassed && at > first ? [{ at, run, failed: false }] : [];
  });
  return [...runs.values(), ...passed];
}
