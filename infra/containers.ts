import { workerImage } from './image.ts';
import { policyOf, trusting, type Statement } from './permissions.ts';

let made: { vpc: sst.aws.Vpc; cluster: sst.aws.Cluster } | undefined;

/** Where containers run: public addresses out, nothing in from outside, and no NAT gateway. */
export function containerPlace() {
  if (made) return made;
  const vpc = new sst.aws.Vpc('Network');
  const cluster = new sst.aws.Cluster('Containers', { vpc });
  return (made = { vpc, cluster });
}

export function containerLogs(service: string): string {
  return `/${$app.name}/${$app.stage}/${service}`;
}

/** SST's roles for containers read every parameter and secret of the account, every image and
 * every log, and open a shell: these do what is needed. */
export function containerRoles(service: string, permissions: readonly Statement[]) {
  const { repository } = workerImage();
  const [{ partition }, { region }, { accountId }] = [
    aws.getPartitionOutput(),
    aws.getRegionOutput(),
    aws.getCallerIdentityOutput(),
  ];
  const logs = $interpolate`arn:${partition}:logs:${region}:${accountId}:log-group:${containerLogs(service)}`;
  const pull: Statement[] = [
    // The one call here that knows no resource.
    { actions: ['ecr:GetAuthorizationToken'], resources: ['*'] },
    {
      actions: ['BatchCheckLayerAvailability', 'BatchGetImage', 'GetDownloadUrlForLayer'].map(
        (action) => `ecr:${action}`,
      ),
      resources: [repository.arn],
    },
    {
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [$interpolate`${logs}:*`],
    },
  ];
  return { taskRole: onlyMay(permissions), executionRole: onlyMay(pull) };
}

function onlyMay(statements: readonly Statement[]) {
  return (args: aws.iam.RoleArgs): undefined => {
    args.assumeRolePolicy = trusting('ecs-tasks.amazonaws.com');
    args.managedPolicyArns = [];
    args.inlinePolicies =
      statements.length === 0 ? [] : [{ name: 'inline', policy: policyOf(statements) }];
  };
}
