import * as z from 'zod/mini';
import { isUrlWithoutLogin } from '#core/text/url.ts';
import type { Job } from '../../base/tables/job-tables.ts';
import { filled } from '../../base/schema/request.ts';

const short = (most: number) =>
  z.optional(z.nullable(filled.check(z.maxLength(most, `must have at most ${most} characters`))));

const runUrl = z
  .string()
  .check(
    z.refine(isUrlWithoutLogin, 'must be an http:// or https:// URL without user and password'),
  );

/** Where a pipeline ran the tests that it sends. All may be left out. */
export const runFields = {
  /** The pipeline's job, such as `shop/e2e`: its runs are compared with each other. */
  job_name: short(1_000),
  build_number: z.optional(z.nullable(z.int().check(z.positive(), z.lt(1e12)))),
  branch: short(500),
  commit: short(100),
  run_url: z.optional(z.nullable(runUrl)),
};

type Run = z.output<z.ZodMiniObject<typeof runFields>>;

/** Names that test runners use by default. As job names they would mix the runs of all projects. */
const usualNames =
  /^(?:(?:all|default|root|surefire|py|jest|vitest|mocha|jasmine|rspec|xunit|junit|nose|unit)?[ _.-]?(?:tests?|suites?|testsuites?)?(?: tests?)?|nextest-run|linux-c\+\+|tap|cppunit|playwright|test run)$/i;
/** A name with a folder, a time or the place of a test is another one in each run. */
const changing = /^(?:[/\\]|[a-z]:)|\d{8}|\d{4}-\d\d-\d\d|:\d{1,7}\]?$/i;
const maxNameLength = 200;

function nameOfReport(name: string): string {
  const line = name.replace(/\s+/g, ' ').trim();
  const isUsable = line.length <= maxNameLength && !usualNames.test(line) && !changing.test(line);
  return isUsable ? line : '';
}

/** The columns of a direct analysis that say which run it is of; a report names its job where the
 * request does not. */
export function runOf(
  run: Run,
  reportName: string,
): Pick<Job, 'job_name' | 'build_number' | 'source'> {
  const { job_name, build_number, branch, commit, run_url } = run;
  const source = {
    branch: branch?.trim() ?? null,
    commit: commit?.trim() ?? null,
    run_url: run_url ?? null,
  };
  const hasSource = Object.values(source).some((value) => value !== null);
  return {
    job_name: job_name?.trim() ?? nameOfReport(reportName),
    build_number: build_number ?? 0,
    source: hasSource ? source : null,
  };
}
