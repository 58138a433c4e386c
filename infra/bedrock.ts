import { policyOf, trustingRoles } from './permissions.ts';
import type { Readable } from './secrets.ts';
import type { StageOptions } from './stage.ts';

const workers: $util.Output<string>[] = [];

/** What the worker image needs to sign AI command lines in to Bedrock: the name of a role that may
 * ask its models, and the right to take it. */
export function bedrockAccess({ bedrock }: StageOptions): Readable {
  if (!bedrock) return { environment: {}, permissions: [] };
  const role = roleArn();
  return {
    environment: { LANTERN_BEDROCK_ROLE: role },
    permissions: [{ actions: ['sts:AssumeRole'], resources: [role] }],
  };
}

/** Called with the role of everything that runs the worker image. */
export function trustWorker(arn: $util.Output<string>): void {
  workers.push(arn);
}

/** The role itself, after all workers: it trusts them alone. A command line gets this one because a
 * model must not be able to do what the worker may. */
export function bedrockRole({ bedrock }: StageOptions): void {
  if (!bedrock) return;
  const [{ partition }, { region }, { accountId }] = account();
  const models = 'anthropic.claude-*';
  new aws.iam.Role('Bedrock', {
    name: roleName(),
    assumeRolePolicy: trustingRoles(workers),
    inlinePolicies: [
      {
        name: 'inline',
        policy: policyOf([
          {
            actions: ['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'],
            resources: [
              $interpolate`arn:${partition}:bedrock:${region}:${accountId}:inference-profile/*${models}`,
              // A profile hands requests on to models in other regions, or in none.
              $interpolate`arn:${partition}:bedrock:*::foundation-model/${models}`,
            ],
          },
        ]),
      },
    ],
  });
}

/** Known before the role is made: it names the workers, whose policies name it. */
function roleArn(): $util.Output<string> {
  const [{ partition }, , { accountId }] = account();
  return $interpolate`arn:${partition}:iam::${accountId}:role/${roleName()}`;
}

function roleName(): string {
  return `${$app.name}-${$app.stage}-bedrock`;
}

function account() {
  return [aws.getPartitionOutput(), aws.getRegionOutput(), aws.getCallerIdentityOutput()] as const;
}
