import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '../../../platform/failure.ts';
import { directRequest } from '../../input/direct-request.ts';
import { analyzeFailures } from '../../jobs/analyze-failures.ts';
import { failureInput } from '../../schema/request.ts';
import { sampleReport } from './sample-report.ts';

type Fields = Readonly<Record<string, string>>;

/** Analyzes the test report of the dashboard's form, or the example. */
export async function startAnalysis(
  needs: Parameters<typeof analyzeFailures>[0],
  caller: Caller,
  { raw_xml = '', sample }: Fields,
) {
  const report = sample === 'yes' ? sampleReport : raw_xml;
  if (report.trim() === '') {
    throw new Failure('unprocessable', 'no_report', 'raw_xml: Paste a test report first.');
  }
  return analyzeFailures(needs, caller, {
    chunks: only(Buffer.from(JSON.stringify({ raw_xml: report.trim() }))),
    parse: (fields) => directRequest.parse(fields),
    parseFailure: (failure) => failureInput.parse(failure),
  });
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

/** Names the field, for scripts. */
export function atReport(failure: Failure): Failure {
  if (!failure.message.startsWith('Invalid XML')) return failure;
  return new Failure(failure.kind, failure.code, `raw_xml: ${failure.message}`);
}
