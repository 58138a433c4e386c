// The image as a Lambda function that works a queue off.
//
//   entry point   /usr/bin/tini -- /opt/tools/node_modules/.bin/aws-lambda-ric
//   command       functions/images/worker/lambda.handler
//   batch         any size; partial responses (ReportBatchItemFailures) must be on
//
//   LANTERN_JOB      <service>/<queue> of the manifest, whose job is called with the event
//   LANTERN_SERVICE, LANTERN_TABLE, LANTERN_BUCKET, LANTERN_QUEUES, LANTERN_SECRETS
//                    as in every function: see core/home/open-aws.ts, cloud-environment.ts
//   HOME             /tmp: nothing else can be written to, and the AI command lines keep notes
//
// The runtime client loads .js, .mjs and .cjs by name: the image has a lambda.mjs beside this.
import { environment } from '#core/platform/config.ts';
import { chosenJob } from './chosen-job.ts';

export const handler = await chosenJob(environment());
