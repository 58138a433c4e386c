// The image as an ECS task that works one message off, and ends: with 0 when the message is done,
// with 1 when it is to come back.
//
//   command           node functions/images/worker/task.ts   (in the task definition)
//   stop timeout      30 s or more: on SIGTERM it hands the work back
//
// From the task definition:
//   LANTERN_SERVICE, LANTERN_TABLE, LANTERN_BUCKET, LANTERN_QUEUES, LANTERN_SECRETS
//                     as in every function: see core/home/open-aws.ts, cloud-environment.ts
// From launch.ts, for the container of that name:
//   LANTERN_JOB       <service>/<queue> of the manifest
//   LANTERN_MESSAGE   JSON: {"id", "receipt", "body" (a claim check), "attempts", "sentAt" (ms), "group"?}
//
// Its role needs what the job needs, and sqs:DeleteMessage and sqs:ChangeMessageVisibility on the
// queue, s3:GetObject and s3:DeleteObject below queue/.
import { workOne } from './work-one.ts';

process.exit(await workOne());
