import type { storage } from './storage.ts';

export type Statement = sst.aws.FunctionPermissionArgs;

/** Exactly the calls of core/platform/adapters/aws. */
export function storagePermissions({
  table,
  bucket,
}: Pick<ReturnType<typeof storage>, 'table' | 'bucket'>): Statement[] {
  return [
    {
      actions: ['Get', 'BatchGet', 'Put', 'Update', 'Delete', 'ConditionCheck'].map(
        (verb) => `dynamodb:${verb}Item`,
      ),
      resources: [table.arn],
    },
    { actions: ['dynamodb:Query'], resources: [table.arn] },
    {
      actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
      resources: [$interpolate`${bucket.arn}/*`],
    },
    // Without it S3 answers 403 for an absent object.
    { actions: ['s3:ListBucket'], resources: [bucket.arn] },
  ];
}

export function sendPermissions(queues: readonly sst.aws.Queue[]): Statement[] {
  if (queues.length === 0) return [];
  return [{ actions: ['sqs:SendMessage'], resources: queues.map(({ arn }) => arn) }];
}

/** For functions with an SQS event source: Lambda receives and deletes with their role. */
export function receivePermissions(queue: sst.aws.Queue): Statement[] {
  const actions = ['ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility'];
  return [
    {
      actions: [...actions, 'GetQueueAttributes'].map((action) => `sqs:${action}`),
      resources: [queue.arn],
    },
  ];
}

/** For a function with the stream of a table as event source: Lambda reads it with their role. */
export function streamPermissions(arn: $util.Input<string>): Statement[] {
  const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  return [{ actions: actions.map((action) => `dynamodb:${action}`), resources: [arn] }];
}

export function socketPermissions(api: sst.aws.ApiGatewayWebSocket): Statement[] {
  return [
    {
      actions: ['execute-api:ManageConnections'],
      resources: [$interpolate`${api.nodes.api.executionArn}/*/*/@connections/*`],
    },
  ];
}

export function logPermissions(group: aws.cloudwatch.LogGroup): Statement[] {
  return [
    {
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [$interpolate`${group.arn}:*`],
    },
  ];
}

/** SST lets the whole account assume a function's role, and lets the role write every log of the
 * account. */
export function onlyForLambda(args: aws.iam.RoleArgs): undefined {
  args.assumeRolePolicy = trusting('lambda.amazonaws.com');
  args.managedPolicyArns = [];
}

/** For roles that SST does not create. */
export function policyOf(statements: readonly Statement[]): $util.Output<string> {
  return aws.iam.getPolicyDocumentOutput({
    statements: statements.map(({ actions, resources, conditions }) => ({
      effect: 'Allow',
      actions,
      resources,
      ...(conditions && { conditions }),
    })),
  }).json;
}

export function trusting(service: string): string {
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: service } }],
  });
}

export function trustingRoles(arns: readonly $util.Input<string>[]): $util.Output<string> {
  return $util.jsonStringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: arns } }],
  });
}
