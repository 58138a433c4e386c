import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputWriter } from '#core/analysis/intake/input/input-writer.ts';
import { jobFolder, resultFile } from '#core/analysis/base/job-files.ts';
import { finishQueue, groupQueue, startQueue } from '#core/analysis/jobs/job-queues.ts';
import { startJob } from '#core/analysis/jobs/start/start-job.ts';
import { aiCalls, failureHistory, jobGroups, jobs } from '#core/analysis/base/tables/tables.ts';
import { openLocal, type LocalPlatform } from '#core/home/open-local.ts';
import { leases } from '#core/jobs/tables.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { readBlob } from './docs-world.ts';
import { jobRow } from './explain-world.ts';
import { adminKey } from './world.ts';

const id = 'job_1';
const queues = [startQueue, groupQueue, finishQueue].map((name) => ({
  ...{ name, visibilitySeconds: 2, maxAttempts: 100 },
}));

/** The data of an analysis service in a folder, with a clock that is so many hours ahead. */
export function openDebateHome(folder: string, hours = 0): LocalPlatform {
  const model = `/bin/sh ${join(folder, 'model.sh')}`;
  return openLocal({
    service: 'analysis',
    environment: {
      ...{ ADMIN_KEY: adminKey, PATH: process.env['PATH'], LOG_LEVEL: 'WARNING' },
      ...{ AI_CLI_PROVIDER_A: `${model} main`, AI_CLI_PROVIDER_B: `${model} second` },
      AI_CLI_PROVIDER_C: `${model} third`,
    },
    directory: join(folder, 'data'),
    database: join(folder, 'data', 'app.db'),
    queues,
    clock: { ...systemClock(), now: () => new Date(Date.now() + hours * 3_600_000) },
    writeLog: () => {},
  });
}

/** Models that record their questions, and an accepted analysis of two errors. The peers agree in
 * the second round. */
export async function acceptDebate(folder: string): Promise<void> {
  mkdirSync(join(folder, 'data'));
  // A shell, which starts fast: a test of every fault point asks many questions.
  const model = `IFS= read -r task
part=$(printf '%s' "$task" | sed -n 's/.*"part":"\\([a-z]*\\)".*/\\1/p')
round=$(printf '%s' "$task" | sed -n 's/.*"round":\\([0-9]*\\).*/\\1/p')
error=$(printf '%s' "$task" | sed -n 's/.*"error":"\\([a-z]*\\)".*/\\1/p')
case "$part" in
  '') echo OK; exit ;;
  first) class='CODE ISSUE' ;;
  *) class='PRODUCT BUG' ;;
esac
echo "$1 $part $round $error" >> ${join(folder, 'asked')}
printf '{"classification":"%s","details":"%s says of %s"}' "$class" "$1" "$error"
`;
  writeFileSync(join(folder, 'model.sh'), model);
  const platform = openDebateHome(folder);
  const input = await inputWriter(platform, id);
  for (const error_message of ['one', 'two']) {
    const fields = { test_name: `test of ${error_message}`, error_message, stack_trace: '' };
    await input.failure({ ...fields, duration: 0, status: 'FAILED' });
  }
  const stored = await input.end();
  const peers = ['provider_b', 'provider_c'];
  const { params } = jobRow(id, {
    peer_ai_configs: peers.map((ai_provider) => ({ ai_provider, ai_model: 'p' })),
  });
  if (!params) throw new Error('the row has parameters');
  const job = { id, kind: 'direct' as const, repeats: null, ...stored };
  await startJob(platform, { username: 'uma' }, job, { params, secrets: {} });
  await platform.close();
}

/** Everything that the analysis leaves, without times and numbers of writes. */
export async function debateRemains(folder: string) {
  const platform = openDebateHome(folder, 5);
  const { records, blobs, trees } = platform;
  const job = await records.get(jobs, { id });
  const left = {
    job: [job?.status, job?.summary, job?.error, job?.code_issues, job?.product_bugs],
    counted: [job?.groups, job?.done_groups, job?.failure_count],
    findings: job?.findings,
    phases: job?.progress_log.map(({ phase }) => phase),
    result: await readBlob(platform, resultFile(id)),
    files: (await blobs.list(jobFolder(id))).entries.map(({ key }) => key),
    groups: (await records.list(jobGroups, { where: { job: id } })).rows.length,
    calls: (await records.list(aiCalls, { where: { job_id: id } })).rows.map((row) => row.id),
    history: (await records.list(failureHistory, { where: { job_id: id } })).rows.map(
      ({ test_name, classification }) => `${test_name}: ${classification}`,
    ),
    // A step that was revived has one more.
    leases: [...new Set((await records.list(leases)).rows.map(({ state }) => state))],
    trees: await trees.list(),
    asked: asked(folder),
  };
  await platform.close();
  return left;
}

/** The models' questions; peers ask at once. */
function asked(folder: string): string[] {
  const text = readFileSync(join(folder, 'asked'), { encoding: 'utf8', flag: 'a+' });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}
