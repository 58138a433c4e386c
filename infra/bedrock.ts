import { policyOf, trustingRoles } from './permissions.ts';
import type { Readable } from './secrets.ts';
import { stageName } from './stage-names.ts';
import type { StageOptions } from './stage.ts';

const workers: $util.Output<string>[] = [];

/** Lets the worker image sign AI command lines in to Bedrock: the name of a role that may call its
 * models, and permission to assume it. */
export function bedrockAccess({ bedrock }: StageOptions): Readable {
  if (!bedrock) return { environment: {}, permissions: [] };
  const role = roleArn();
  return {
    environment: { LANTERN_BEDROCK_ROLE: role },
    permissions: [{ actions: ['sts:AssumeRole'], resources: [role] }],
  };
}

/** Called with the role of every function and task that runs the worker image. */
export function trustWorker(arn: $util.Output<string>): void {
  workers.push(arn);
}

/** The role, created after all workers, because it trusts only them. AI command lines get it
 * because a model must not have the worker's permissions. */
export function bedrockRole({ bedrock }: StageOptions): void {
  if (!bedrock) return;
  const [{ partition }, { region }, { accountId }] = account();
  const models = 'anthropic.claude-*';
  new aws.iam.Role('Bedrock', {
    name: stageName('bedrock'),
    assumeRolePolicy: trustingRoles(workers),
    inlinePolicies: [
      {
        name: 'inline',
        policy: policyOf([
          {
            actions: ['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'],
            resources: [
              $interpolate`arn:${partition}:bedrock:${region}:${accountId}:inference-profile/*${models}`,
              // An inference profile forwards requests to models in other regions, or in no named
              // region.
              $interpolate`arn:${partition}:bedrock:*::foundation-model/${models}`,
            ],
          },
        ]),
      },
    ],
  });
}

/** Computed before the role exists: the policies of the workers contain it. */
function roleArn(): $util.Output<string> {
  const [{ partition }, , { accountId }] = account();
  return $interpolate`arn:${partition}:iam::${accountId}:role/${stageName('bedrock')}`;
}

function account() {
  return [aws.getPartitionOutput(), aws.getRegionOutput(), aws.getCallerIdentityOutput()] as const;
}
