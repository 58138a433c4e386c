import { workerImage } from './image.ts';
import { policyOf, trusting, type Statement } from './permissions.ts';

let network: { vpc: sst.aws.Vpc; cluster: sst.aws.Cluster } | undefined;

/** The network for containers: public addresses for outgoing connections, no incoming ones, no NAT
 * gateway. */
export function containerPlace() {
  if (network) return network;
  const vpc = new sst.aws.Vpc('Network');
  const cluster = new sst.aws.Cluster('Containers', { vpc });
  return (network = { vpc, cluster });
}

export function containerLogs(service: string): string {
  return `/${$app.name}/${$app.stage}/${service}`;
}

/** SST's roles for containers may read every parameter, secret, image and log of the account, and
 * open a shell. These roles have only the needed permissions. */
export function containerRoles(service: string, permissions: readonly Statement[]) {
  const { repository } = workerImage();
  const [{ partition }, { region }, { accountId }] = [
    aws.getPartitionOutput(),
    aws.getRegionOutput(),
    aws.getCallerIdentityOutput(),
  ];
  const logs = $interpolate`arn:${partition}:logs:${region}:${accountId}:log-group:${containerLogs(service)}`;
  const pull: Statement[] = [
    // This call supports no resource.
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
