// The Lambda function (bundled like all others) that stands before a queue whose work may take
// longer than a function's 15 minutes: it starts a task of the image for each message. SQS keeps
// the message, so that a task that dies loses nothing; the task acknowledges it.
//
//   handler       functions/images/worker/launch.handler
//   time          60 s; batch of up to 10, partial responses (ReportBatchItemFailures) must be on
//   queue         visibility of at least 6 × its time, as everywhere
//
//   LANTERN_JOB   <service>/<queue>, handed on to the task
//   LANTERN_TASK  JSON: {"cluster", "taskDefinition", "container", "subnets": […],
//                 "most", "securityGroups": […], "assignPublicIp": true|false}; names or ARNs.
//                 The last two may be absent: the network's own group, and no public address.
//   LANTERN_SERVICE, LANTERN_TABLE, LANTERN_BUCKET, LANTERN_QUEUES, LANTERN_SECRETS
//                 as in every function: see core/home/open-aws.ts, cloud-environment.ts
//
// It needs ecs:RunTask on the task definition, ecs:ListTasks in the cluster, iam:PassRole on the task's two roles,
// sqs:ChangeMessageVisibility on the queue, s3:PutObject and s3:DeleteObject below queue/.
import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { backoff } from '#core/jobs/backoff.ts';
import { eachMessage, messageOf, type BatchResult } from '#core/jobs/sqs-event.ts';
import { onEvent } from '#core/jobs/on-event.ts';
import { openTasks } from '#core/home/open-tasks.ts';
import { settings } from '#core/platform/settings.ts';

/** The message's visibility until the task's heartbeat; if the task never starts, it returns then. */
const startSeconds = 600;
/** Between attempts to start a task; at the longest, SQS's 1,000 deliveries last 3 days. */
const [waitSeconds, longestWaitSeconds] = [30, 300];

const launching = settings({
  LANTERN_JOB: z
    .string('must name a job of the manifest, as <service>/<queue>')
    .check(z.regex(/^[a-z]+\/[\w-]+$/, 'must name a job of the manifest, as <service>/<queue>')),
});

let opened: ReturnType<typeof openTasks> | undefined;

export const handler = onEvent(async (home, event: SQSEvent): Promise<BatchResult> => {
  const tasks = (opened ??= openTasks(home));
  const { LANTERN_JOB: job } = launching(home.environment);
  const queue = job.slice(job.indexOf('/') + 1);

  return eachMessage(event.Records, async (record) => {
    const message = messageOf(record, queue);
    const fields = { job, id: message.id };
    try {
      // First, so that the message cannot come back while its task starts.
      const isOurs = await home.queue.extend(message, startSeconds);
      if (!isOurs) {
        home.log('INFO', 'message is no longer ours', fields);
      } else if (await tasks.start(job, message)) {
        home.log('INFO', 'task started', fields);
      } else {
        const delay = Math.min(longestWaitSeconds, waitSeconds * message.attempts);
        home.log('INFO', 'message waits: as many tasks run as may', { ...fields, delay });
        await home.queue.release(message, delay);
      }
    } catch (error) {
      home.log('ERROR', 'task could not be started', { ...fields, error: String(error) });
      const delay = backoff(message.attempts, Math.random());
      // If this fails too, the message returns when its visibility timeout ends.
      await home.queue.release(message, delay).catch(() => undefined);
    }
    return false;
  });
});
