import type { Secret, Service } from '#functions/service-manifest.ts';
import { secretName } from './names.ts';
import type { Statement } from './permissions.ts';

export interface Readable {
  /** Names what core/platform reads. */
  readonly environment: Readonly<Record<string, $util.Output<string>>>;
  readonly permissions: readonly Statement[];
}

const made = new Map<string, $util.Output<string>>();

/** What the functions of a service may read, and what its code in the worker image may. */
export function secretsOf({ secrets = [] }: Service) {
  return {
    forFunctions: readable(secrets.filter(({ isForWorker }) => !isForWorker)),
    forWorker: readable(secrets),
  };
}

function readable(secrets: readonly Secret[]): Readable {
  if (secrets.length === 0) return { environment: {}, permissions: [] };
  const set = $util.all(secrets.map(parameterOf));
  return {
    environment: { LANTERN_SECRETS: set.apply((names) => names.filter(Boolean).join(',')) },
    // Without kms:Decrypt: the key of SSM itself may be used by all of the account who may read the
    // parameter.
    permissions: [{ actions: ['ssm:GetParameters'], resources: secrets.map(arnOf) }],
  };
}

/** The SSM parameter of a secret, made once however many services read it: its path and version,
 * empty when an optional secret was never set. A needed one ends the rollout then, by name. */
function parameterOf({ name, isOptional }: Secret): $util.Output<string> {
  const known = made.get(name);
  if (known) return known;
  const { value } = new sst.Secret(secretName(name), ...(isOptional ? [''] : []));
  const parameter = $util
    .unsecret(value.apply((text) => text !== ''))
    .apply((isSet): $util.Output<string> => {
      if (!isSet) return $util.output('');
      const { version } = new aws.ssm.Parameter(`${secretName(name)}Parameter`, {
        ...{ name: pathOf(name), type: 'SecureString', value },
      });
      return $interpolate`${pathOf(name)}:${version}`;
    });
  made.set(name, parameter);
  return parameter;
}

function pathOf(name: string): string {
  return `/${$app.name}/${$app.stage}/${name}`;
}

function arnOf({ name }: Secret): $util.Output<string> {
  const [{ partition }, { region }, { accountId }] = [
    aws.getPartitionOutput(),
    aws.getRegionOutput(),
    aws.getCallerIdentityOutput(),
  ];
  return $interpolate`arn:${partition}:ssm:${region}:${accountId}:parameter${pathOf(name)}`;
}
