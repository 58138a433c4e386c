import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import { directRequest } from '../../intake/input/direct-request.ts';
import type { analyzeBuild } from '../../jobs/start/analyze-build.ts';
import type { analyzeFailures } from '../../jobs/start/analyze-failures.ts';
import { failureInput } from '../../base/schema/request.ts';
import { isBuild, type Fields } from './sent-form.ts';

/** Analyzes what a form of the dashboard names: a build, a test report or the example. */
export async function startAnalysis(
  needs: Parameters<typeof analyzeFailures>[0],
  caller: Caller,
  fields: Fields,
) {
  if (isBuild(fields)) return startBuild(needs, caller, fields);
  const { raw_xml = '', sample } = fields;
  const report = sample === 'yes' ? sampleReport : raw_xml;
  if (report.trim() === '') {
    throw new Failure('unprocessable', 'no_report', 'raw_xml: Paste a test report first.');
  }
  const run = sample === 'yes' ? {} : runIn(fields);
  const { analyzeFailures: analyze } = await import('../../jobs/start/analyze-failures.ts');
  const { job } = await analyze(needs, caller, {
    chunks: only(Buffer.from(JSON.stringify({ raw_xml: report.trim(), ...run }))),
    parse: (fields) => directRequest.parse(fields),
    parseFailure: (failure) => failureInput.parse(failure),
  });
  return job;
}

function runIn({ run_job = '', run_build = '', run_branch = '' }: Fields) {
  const [job, build, branch] = [run_job.trim(), run_build.trim(), run_branch.trim()];
  const problems = [
    ...(job.length > 1_000 ? ['run_job: Use at most 1,000 characters.'] : []),
    ...(build === '' || /^[1-9]\d{0,11}$/.test(build)
      ? []
      : ['run_build: Enter a number, such as 12.']),
    ...(build !== '' && job === '' ? ['run_job: Enter the job of this build number.'] : []),
    ...(branch.length > 500 ? ['run_branch: Use at most 500 characters.'] : []),
  ];
  if (problems.length > 0) throw new Failure('unprocessable', 'bad_run', problems.join('; '));
  return {
    ...(job !== '' && { job_name: job }),
    ...(build !== '' && { build_number: Number(build) }),
    ...(branch !== '' && { branch }),
  };
}

async function startBuild(
  needs: Parameters<typeof analyzeBuild>[0],
  caller: Caller,
  { job_name = '', build_number = '' }: Fields,
) {
  const problems = [
    ...(job_name.trim() === '' ? ['job_name: Enter the name of a job.'] : []),
    ...(job_name.length > 1_000 ? ['job_name: Use at most 1,000 characters.'] : []),
    ...(/^\d{1,15}$/.test(build_number.trim())
      ? []
      : ['build_number: Enter a number, such as 12.']),
  ];
  if (problems.length > 0) throw new Failure('unprocessable', 'bad_build', problems.join('; '));
  const { analyzeBuild: analyze } = await import('../../jobs/start/analyze-build.ts');
  return analyze(needs, caller, { job_name, build_number: Number(build_number) });
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

/** What "Try it with an example" analyzes. */
const sampleReport = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="example" tests="4" failures="3">
  <testcase classname="shop.checkout" name="pays by card" time="2.1">
    <failure message="connect ECONNREFUSED 10.0.3.7:5432">Error: connect ECONNREFUSED 10.0.3.7:5432
    at TCPConnectWrap.afterConnect (node:net:1611:16)
    at checkout.spec.ts:31:5</failure>
  </testcase>
  <testcase classname="shop.checkout" name="pays by invoice" time="2.0">
    <failure message="connect ECONNREFUSED 10.0.3.7:5432">Error: connect ECONNREFUSED 10.0.3.7:5432
    at TCPConnectWrap.afterConnect (node:net:1611:16)
    at checkout.spec.ts:31:5</failure>
  </testcase>
  <testcase classname="shop.cart" name="rounds the total to cents" time="0.1">
    <failure message="expected 2000 to be 1999">AssertionError: expected 2000 to be 1999
    at cart.spec.ts:42:18</failure>
  </testcase>
  <testcase classname="shop.cart" name="adds an item" time="0.1"/>
</testsuite>
`;
