import { directAnswer } from '#core/analysis/results/direct-answer.ts';
import { jobQueued } from '#core/analysis/jobs/job-queued.ts';
import { waitForJob } from '#core/analysis/jobs/wait-for-job.ts';
import { answerFile } from '#core/analysis/base/job-files.ts';
import { isOpen, type Job } from '#core/analysis/base/tables/tables.ts';
import { longText } from '#core/http/reply/long-text.ts';
import { json, type Reply } from '#core/http/reply/reply.ts';
import type { HttpRequest } from '#core/http/request/request.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

/** API Gateway waits 30 seconds for an answer; the function beside it waits longer. */
const gatewayMilliseconds = 25_000;

/** The result when the job has ended; at once, or when API Gateway does not wait longer, that it is
 * queued. */
export async function directReply(
  platform: Platform,
  request: HttpRequest,
  accepted: Job,
): Promise<Reply> {
  const isAsync = /(^|[\s,;])respond-async([\s,;]|$)/i.test(request.headers['prefer'] ?? '');
  const queued = () => json(202, jobQueued(platform, accepted));
  if (isAsync) return queued();
  const isBehindGateway = platform.environment['LANTERN_STREAM_URL'] !== undefined;
  const patience = isBehindGateway ? gatewayMilliseconds : undefined;
  const job = await waitForJob(platform, accepted.id, patience);
  if (isOpen(job)) return queued();
  return longText(platform, directAnswer(platform, job), {
    type: 'application/json; charset=utf-8',
    key: answerFile(job.id, 'analysis.json'),
  });
}
