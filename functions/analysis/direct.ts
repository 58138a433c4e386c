import * as z from 'zod/mini';
import { answerFile } from '#core/analysis/base/job-files.ts';
import { failureInput } from '#core/analysis/base/schema/request.ts';
import { isOpen } from '#core/analysis/base/tables/job-tables.ts';
import { directRequest } from '#core/analysis/intake/input/direct-request.ts';
import type { DirectBody } from '#core/analysis/intake/input/receive-direct.ts';
import { jobQueued } from '#core/analysis/jobs/job-queued.ts';
import { waitForJob } from '#core/analysis/jobs/wait-for-job.ts';
import { directAnswer } from '#core/analysis/results/read-envelope.ts';
import { longText } from '#core/http/reply/long-text.ts';
import { json, type Reply } from '#core/http/reply/reply.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import { invalid, maxProblems, problemsIn } from '#core/http/request/validate.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Home } from '#core/platform/ports/home.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

/** In bytes: 50,000,000 characters, each of which JSON may write in six. */
export const directBodyLimit = 301_000_000;

const oneFailure = z.object({ failures: z.record(z.string(), failureInput) });

/** The body of POST /analyze-failures with the checks of its parts. */
export function directBody(
  { home }: Pick<Platform, 'home'>,
  request: HttpRequest,
  authorize: () => void,
): DirectBody {
  const wrong: string[] = [];
  return {
    chunks: chunksOf(request, home),
    parse(fields) {
      const { data, error } = directRequest.safeParse(fields);
      const problems = error ? [...wrong, ...problemsIn(error, 'body')] : wrong;
      if (!data || problems.length > 0) throw invalid(problems);
      authorize();
      return data;
    },
    parseFailure(failure, index) {
      if (wrong.length > maxProblems) return undefined;
      const { data } = failureInput.safeParse(failure);
      if (data) return wrong.length === 0 ? data : undefined;
      // So that messages name the failure by its index.
      const { error } = oneFailure.safeParse({ failures: { [index]: failure } });
      if (error) wrong.push(...problemsIn(error, 'body'));
      return undefined;
    },
  };
}

async function* chunksOf(
  request: HttpRequest,
  { bodyBytes }: Home,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* request.stream(Math.min(directBodyLimit, bodyBytes));
  } catch (error) {
    if (!isFailure(error, 'too-large') || bodyBytes >= directBodyLimit) throw error;
    const message = `A body may have ${bodyBytes / 1e6} MB here: send the XML to the address that POST /uploads gives, and its upload_id as raw_xml_upload`;
    throw new Failure('too-large', 'payload_too_large', message);
  }
}

/** API Gateway waits 30 seconds for an answer; the function beside it waits longer. */
const gatewayMilliseconds = 25_000;

/** The caller does not wait for the result. */
export function isAsync({ headers }: HttpRequest): boolean {
  return /(^|[\s,;])respond-async([\s,;]|$)/i.test(headers['prefer'] ?? '');
}

/** The result when the job has ended; at once, or when API Gateway does not wait longer, that it is
 * queued. */
export async function directReply(
  platform: Platform,
  request: HttpRequest,
  id: string,
): Promise<Reply> {
  const queued = () => json(202, jobQueued(platform, { id }));
  if (isAsync(request)) return queued();
  const isBehindGateway = platform.environment['LANTERN_STREAM_URL'] !== undefined;
  const timeoutMilliseconds = isBehindGateway ? gatewayMilliseconds : undefined;
  const job = await waitForJob(platform, id, timeoutMilliseconds);
  if (isOpen(job)) return queued();
  return longText(platform, directAnswer(platform, job), {
    type: 'application/json; charset=utf-8',
    key: answerFile(job.id, 'analysis.json'),
  });
}
