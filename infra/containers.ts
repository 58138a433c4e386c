import { workerImage } from './image.ts';
import { policyOf, trusting, type Statement } from './permissions.ts';
import { logGroupName } from './stage-names.ts';

/** Where containers see the trees of `sharedTrees`. */
export const treesPath = '/mnt/trees';

let network: { vpc: sst.aws.Vpc; cluster: sst.aws.Cluster } | undefined;

/** The network for containers: public addresses for outgoing connections, no incoming ones, no NAT
 * gateway. */
export function containerPlace() {
  if (network) return network;
  const vpc = new sst.aws.Vpc('Network');
  const cluster = new sst.aws.Cluster('Containers', { vpc });
  return (network = { vpc, cluster });
}

let trees: sst.aws.Efs | undefined;

/** The folder in which a task puts the files that the agent service reads for it. The access point
 * makes all of them the user of the image. */
export function sharedTrees() {
  const [uid, gid] = [1000, 1000];
  trees ??= new sst.aws.Efs('Trees', {
    vpc: containerPlace().vpc,
    transform: {
      accessPoint: {
        posixUser: { uid, gid },
        rootDirectory: {
          path: '/trees',
          creationInfo: { ownerUid: uid, ownerGid: gid, permissions: '700' },
        },
      },
    },
  });
  return { efs: trees, path: treesPath };
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
  const logs = $interpolate`arn:${partition}:logs:${region}:${accountId}:log-group:${logGroupName(service)}`;
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
