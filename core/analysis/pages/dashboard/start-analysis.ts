import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import { directRequest } from '#core/analysis/intake/input/direct-request.ts';
import type { analyzeBuild } from '#core/analysis/jobs/start/analyze-build.ts';
import type { analyzeFailures } from '#core/analysis/jobs/start/analyze-failures.ts';
import { failureInput } from '#core/analysis/base/schema/request.ts';
import { sampleReport } from './sample-report.ts';
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
  const { analyzeFailures: analyze } =
    await import('#core/analysis/jobs/start/analyze-failures.ts');
  return analyze(needs, caller, {
    chunks: only(Buffer.from(JSON.stringify({ raw_xml: report.trim() }))),
    parse: (fields) => directRequest.parse(fields),
    parseFailure: (failure) => failureInput.parse(failure),
  });
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
  const { analyzeBuild: analyze } = await import('#core/analysis/jobs/start/analyze-build.ts');
  return analyze(needs, caller, { job_name, build_number: Number(build_number) });
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
