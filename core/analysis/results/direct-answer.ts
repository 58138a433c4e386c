import type { Platform } from '#core/platform/ports/platform.ts';
import { arrayText, enrichedText } from './read-envelope.ts';
import { readResult } from '#core/analysis/jobs/read-stored-result.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';

/** The FailureAnalysisResult of an ended job as JSON text, piece by piece: its XML may be as large as
 * the request's. */
export async function* directAnswer(
  needs: Pick<Platform, 'blobs'>,
  job: Job,
): AsyncGenerator<string, void> {
  const { id: job_id, status, ai_provider, ai_model } = job;
  const summary = job.error ?? job.summary;
  const head = JSON.stringify({ job_id, status, summary, ai_provider, ai_model });
  yield `${head.slice(0, -1)},"failures":`;
  const { failures } = await readResult(needs, job);
  yield* arrayText(failures, (each) => each);
  yield ',"enriched_xml":';
  yield* enrichedText(needs, job);
  yield '}';
}
