import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeBuild } from '#core/analysis/jobs/start/analyze-build.ts';
import { analyzeFailures } from '#core/analysis/jobs/start/analyze-failures.ts';
import { sweepJobs } from '#core/analysis/jobs/sweep-jobs.ts';
import { finishQueue, groupQueue, startQueue } from '#core/analysis/jobs/job-queues.ts';
import { jobGroups, jobs } from '#core/analysis/base/tables/job-tables.ts';
import { aiCalls, failureHistory } from '#core/analysis/base/tables/tables.ts';
import { openLocal, type LocalPlatform } from '#core/home/open-local.ts';
import { leases } from '#core/jobs/tables.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { readBlob } from '#test/support/docs/docs-world.ts';
import type { Jenkins } from '#test/support/analysis/jenkins/jenkins.ts';
import { serverToken } from '#test/support/analysis/jira/server.ts';

const queues = [startQueue, groupQueue, finishQueue].map((name) => ({
  ...{ name, visibilitySeconds: 2, maxAttempts: 100 },
}));

/** The data of a failure analysis in a folder, with a clock that is so many hours ahead. */
export function openAnalysisHome(folder: string, hours = 0): LocalPlatform {
  const tracker = join(folder, 'tracker');
  const now = () => new Date(Date.now() + hours * 3_600_000);
  return openLocal({
    service: 'analysis',
    environment: {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'WARNING',
      ALLOW_PRIVATE_HOSTS: 'true',
      AI_CLI_PROVIDER_A: `/bin/sh ${join(folder, 'model.sh')}`,
      AI_CLI_PROVIDER_B: `/bin/sh ${join(folder, 'model.sh')}`,
      ...(existsSync(tracker) && {
        ...{ TRACKER_URL: readFileSync(tracker, 'utf8'), TRACKER_PAT: serverToken },
        TRACKER_PROJECT_KEY: 'SHOP',
      }),
    },
    directory: join(folder, 'data'),
    database: join(folder, 'data', 'results.db'),
    queues,
    clock: { ...systemClock(), now },
    writeLog: () => {},
  });
}

const errors = ['apple', 'bread', 'cheese', 'apple'];
const report = `<testsuite>${errors
  .map((error, at) => `<testcase name="t${at}"><failure message="no ${error}"/></testcase>`)
  .join('')}</testsuite>`;

const caller = { username: 'uma', role: 'user', isAdmin: false, via: 'name' } as const;
const model = { ai_provider: 'provider_a', ai_model: 'main', max_concurrent_ai_calls: 2 };

/** With a model that records its questions and agrees with itself. */
function prepareHome(folder: string): LocalPlatform {
  mkdirSync(join(folder, 'data'));
  // A shell, which starts fast: a test of every fault point asks many questions.
  const script = `prompt=$(cat)
case "$prompt" in
  'Reply with OK'*) echo OK ;;
  *) printf '%s\\n' "$prompt" | grep -m 1 -o 'no [a-z]*' >> ${folder}/asked
    case "$prompt" in
      *'no bread'*'"part":"first"'* | *'"part":"first"'*'no bread'*)
        echo '{"classification":"CODE ISSUE","details":"It is the code."}' ;;
      *'no bread'*) echo '{"classification":"PRODUCT BUG","agrees":true,"details":"No bread.","product_bug_report":{"title":"No bread","description":"It is sold out.","tracker_search_keywords":["bread"]}}' ;;
      *) echo '{"classification":"CODE ISSUE","agrees":true,"details":"It is the code."}' ;;
    esac ;;
esac
`;
  writeFileSync(join(folder, 'model.sh'), script);
  chmodSync(join(folder, 'model.sh'), 0o700);
  return openAnalysisHome(folder);
}

/** An accepted job: three groups with a reviewer each, one of them a bug that may be in the
 * tracker. */
export async function acceptAnalysis(
  folder: string,
  trackerUrl: string,
  options: { readonly isWorkedHere?: boolean } = {},
): Promise<void> {
  writeFileSync(join(folder, 'tracker'), trackerUrl);
  const platform = prepareHome(folder);
  async function* chunks() {
    yield Buffer.from(JSON.stringify({ raw_xml: report }));
  }
  await analyzeFailures(
    platform,
    caller,
    {
      chunks: chunks(),
      parse: () => ({
        ...model,
        peer_ai_configs: [{ ai_provider: 'provider_b', ai_model: 'peer' }],
      }),
      parseFailure: () => {
        throw new Error('there are none');
      },
    },
    options,
  );
  await platform.close();
}

/** What the hourly sweep does. */
export async function sweepAnalysis(folder: string, hours: number): Promise<void> {
  const platform = openAnalysisHome(folder, hours);
  await sweepJobs(platform);
  await platform.close();
}

/** An accepted job that waits for a build. */
export async function acceptBuild(folder: string, { url, user, token }: Jenkins): Promise<void> {
  const platform = prepareHome(folder);
  await analyzeBuild(platform, caller, {
    ...{ ...model, job_name: 'nightly', build_number: 5, poll_interval_minutes: 20 },
    ...{ ci_url: url, ci_user: user, ci_password: token },
  });
  await platform.close();
}

/** Everything that an analysis leaves, without times, ids and numbers of writes. */
export async function analysisRemains(folder: string) {
  const platform = openAnalysisHome(folder, 5);
  const { records, blobs, trees } = platform;
  const [job] = (await records.list(jobs)).rows;
  if (!job) throw new Error('there is no job');
  const { status, error, summary, findings, done_groups, failure_count } = job;
  const { code_issues, product_bugs } = job;
  const anonymous = (text: string | undefined) => text?.replaceAll(job.id, 'ID');
  const files = (await Array.fromAsync(blobs.list('jobs/'))).map(({ key }) => anonymous(key));
  const history = (await records.list(failureHistory, { where: { job_id: job.id } })).rows;
  const questions = readFileSync(join(folder, 'asked'), { encoding: 'utf8', flag: 'a+' });
  const left = {
    job: {
      status,
      error,
      summary,
      findings,
      done_groups,
      code_issues,
      product_bugs,
      failure_count,
    },
    phases: job.progress_log.map(({ phase }) => phase).sort(),
    result: anonymous(await readBlob(platform, `jobs/${job.id}/result.json`)),
    xml: anonymous(await readBlob(platform, `jobs/${job.id}/enriched.xml`)),
    files,
    history: history.map(({ test_name, classification }) => [test_name, classification]),
    groups: (await records.list(jobGroups)).rows.length,
    calls: (await records.list(aiCalls)).rows.length,
    // A step that was revived has one more.
    leases: [...new Set((await records.list(leases)).rows.map(({ state }) => state))],
    trees: await trees.list(),
    asked: questions.split('\n').sort(),
  };
  await platform.close();
  return left;
}
