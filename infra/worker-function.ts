import type { QueueJob } from '#functions/service-manifest.ts';
import { trustWorker } from './bedrock.ts';
import { workerImage } from './image.ts';
import { logicalName } from './names.ts';
import { policyOf, receivePermissions, trusting } from './permissions.ts';
import type { World } from './service-world.ts';
import { stageName } from './stage-names.ts';

/** The worker image as a function that works off one queue; SST has no such component. */
export function workerFunction(
  world: World,
  job: QueueJob,
  queue: sst.aws.Queue,
  seconds: number,
): $util.Output<string> {
  const name = logicalName(job.file, 'job');
  const { bedrock, secrets } = world;
  const role = new aws.iam.Role(`${name}Role`, {
    name: stageName(`${name}Role`),
    assumeRolePolicy: trusting('lambda.amazonaws.com'),
    inlinePolicies: [
      {
        name: 'inline',
        policy: policyOf([
          ...world.permissions,
          ...secrets.forWorker.permissions,
          ...bedrock.permissions,
          ...receivePermissions(queue),
        ]),
      },
    ],
  });
  trustWorker(role.arn);
  const working = new aws.lambda.Function(`${name}Function`, {
    name: stageName(`${name}Function`),
    role: role.arn,
    packageType: 'Image',
    imageUri: workerImage().ref,
    imageConfig: {
      // Absolute paths: Lambda requires one, and its PATH comes before the image's.
      entryPoints: ['/usr/bin/tini', '--', '/opt/tools/node_modules/.bin/aws-lambda-ric'],
      commands: ['functions/images/worker/lambda.handler'],
    },
    architectures: ['x86_64'],
    timeout: seconds,
    memorySize: 2048,
    // Space for clones and working trees.
    ephemeralStorage: { size: 4096 },
    loggingConfig: { logFormat: 'Text', logGroup: world.logs.name },
    environment: {
      variables: {
        ...world.environment,
        ...secrets.forWorker.environment,
        ...bedrock.environment,
        LANTERN_JOB: `${world.service}/${job.queue}`,
        HOME: '/tmp',
      },
    },
  });
  return working.arn;
}
