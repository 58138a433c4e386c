import type { Secret, Service } from '#functions/service-manifest.ts';
import { secretName } from './names.ts';
import type { Statement } from './permissions.ts';

export interface Readable {
  /** The names of secrets that core/platform reads. */
  readonly environment: Readonly<Record<string, $util.Output<string>>>;
  readonly permissions: readonly Statement[];
}

const parameters = new Map<string, $util.Output<string>>();

/** Parameters that a service's functions may read, and those that its code in the worker image may
 * read. */
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
    // Without kms:Decrypt: the key of SSM may be used by everyone of the account who may read the
    // parameter.
    permissions: [{ actions: ['ssm:GetParameters'], resources: secrets.map(arnOf) }],
  };
}

/**
 * The SSM parameter of a secret, created once for all services that read it: path and version,
 * empty for an optional secret that was never set. A required secret without a value ends the
 * rollout with its name.
 */
function parameterOf({ name, isOptional }: Secret): $util.Output<string> {
  const existing = parameters.get(name);
  if (existing) return existing;
  const { value } = new sst.Secret(secretName(name), ...(isOptional ? [''] : []));
  const parameter = $util
    .unsecret(value.apply((text) => text !== ''))
    .apply((isSet): $util.Output<string> => {
      if (!isSet) return $util.output('');
      const { version } = new aws.ssm.Parameter(`${secretName(name)}Parameter`, {
        name: pathOf(name),
        type: 'SecureString',
        value,
      });
      return $interpolate`${pathOf(name)}:${version}`;
    });
  parameters.set(name, parameter);
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
