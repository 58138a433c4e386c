import { text } from 'node:stream/consumers';
import type { Platform } from '#core/platform/ports/platform.ts';
import { buildPasses, inputXml } from '../../base/job-files.ts';
import type { StoredResult } from '../../base/schema/stored-result.ts';
import type { Digest, Job } from '../../base/tables/job-tables.ts';
import { failureHistory } from '../../base/tables/tables.ts';
import { readTree, scopeOf } from '../../intake/builds/build-tree.ts';
import { decodedText } from '../../intake/input/decoded-text.ts';
import { invalidXml } from '../../intake/junit/invalid-xml.ts';
import { junitReader } from '../../intake/junit/read-junit.ts';
import { listKnown } from './list-known.ts';
import { buildBefore } from './run-before.ts';
import { failingOf, nameOf, newOf, testsOf } from './test-names.ts';
import { failuresOf, type PassedTest } from '../record-history.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'clock'>;

/** Failures of the job's runs before: tests that failed earlier are not looked for. */
const maxFailures = 2_000;
const maxErrorLength = 200;

/** What the lists show of a run beside its failures, and which tests passed that failed in runs of the
 * job before: others would be rows that tell nothing. */
export async function compareRun(
  needs: Needs,
  job: Job,
  result: StoredResult,
): Promise<{ readonly digest: Digest; readonly passes: readonly PassedTest[] }> {
  const [{ before, earlier }, suspects, marks] = await Promise.all([
    runBefore(needs, job),
    failedBefore(needs, job),
    listKnown(needs),
  ]);
  const own = new Map<string, string>();
  const errors = new Map<string, number>();
  for (const { failure, ...place } of failuresOf(result)) {
    own.set(nameOf({ ...place, test_name: failure.test_name }), failure.test_name);
    const [error = ''] = /\S[^\n]*/.exec(failure.error) ?? [];
    errors.set(error, (errors.get(error) ?? 0) + 1);
  }
  const passes = new Map<string, PassedTest>();
  let passed = 0;
  for await (const test of passedIn(needs, job)) {
    passed += 1;
    const name = nameOf(test);
    const isOfInterest = (suspects.has(name) || earlier.has(name)) && !own.has(name);
    if (isOfInterest) passes.set(name, test);
  }
  const absent = [...earlier.keys()].filter((name) => !own.has(name));
  const [top] = [...errors].toSorted(([, one], [, other]) => other - one);
  return {
    passes: [...passes.values()],
    digest: {
      compared_with: before ?? null,
      new: newOf(own, earlier, failingOf(own, marks)).length,
      still_failing: [...own.keys()].filter((name) => earlier.has(name)).length,
      fixed: passed === 0 ? absent.length : absent.filter((name) => passes.has(name)).length,
      passed,
      retried: job.retried?.count ?? 0,
      top_error: top?.[0].slice(0, maxErrorLength).toWellFormed() ?? '',
    },
  };
}

async function runBefore(needs: Needs, job: Job) {
  const before = await buildBefore(needs, job);
  const earlier = before === undefined ? new Map<string, string>() : await testsOf(needs, before);
  return { before, earlier };
}

async function failedBefore({ records }: Needs, { job_name }: Job): Promise<Set<string>> {
  const { rows } = await records.list(failureHistory, {
    index: 'by_job_name',
    where: { job_name },
    order: 'descending',
    limit: maxFailures,
  });
  return new Set(rows.map(nameOf));
}

async function* passedIn(
  needs: Pick<Platform, 'blobs'>,
  job: Pick<Job, 'id' | 'kind' | 'has_xml'>,
): AsyncGenerator<PassedTest, void> {
  if (job.kind === 'build') yield* passedInBuilds(needs, job.id);
  else if (job.has_xml) yield* passedInXml(needs, job.id);
}

async function* passedInBuilds(
  needs: Pick<Platform, 'blobs'>,
  job: string,
): AsyncGenerator<PassedTest, void> {
  const nodes = (await readTree(needs, job)) ?? [];
  for (const [at, node] of nodes.entries()) {
    const file = await needs.blobs.get(buildPasses(job, at));
    if (!file) continue;
    const { child_job_name } = scopeOf(node);
    const names = JSON.parse(await text(file.body)) as readonly string[];
    for (const test_name of names) yield { child_job_name, test_name };
  }
}

async function* passedInXml(
  { blobs }: Pick<Platform, 'blobs'>,
  job: string,
): AsyncGenerator<PassedTest, void> {
  const file = await blobs.get(inputXml(job));
  if (!file) return;
  let names: string[] = [];
  const reader = junitReader((name) => names.push(name));
  for await (const portion of decodedText(file.body, () => invalidXml('the file is not UTF-8'))) {
    names = [];
    reader.write(portion);
    for (const test_name of names) yield { child_job_name: '', test_name };
  }
}
