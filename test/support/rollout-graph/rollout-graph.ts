import { evaluate, type EvaluateOptions } from '../../../scripts/rollout/evaluate.ts';
import { physicalName, type Resource } from '../../../scripts/rollout/evaluation.ts';

/** The value of each secret: no resource may contain it. */
export const canary = 'canary-of-a-secret';

const set = ['AdminKey', 'AppEncryptionKey', 'LogsKey', 'SessioninfoKey', 'SidecarKey'];
const secrets = Object.fromEntries(
  [...set, 'AnthropicApiKey'].map((name) => [name, `${canary}-${name}`]),
);

export interface Statement {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  /** The form in which the evaluator's mocks write it. */
  readonly Condition?: readonly { readonly variable: string; readonly values: readonly string[] }[];
}

export interface LambdaFunction {
  readonly name: string;
  readonly arn: string;
  readonly role: Role;
  /** A file and an export, or the job that the image works off. */
  readonly handler: string;
  readonly timeout: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface Role {
  readonly name: string;
  readonly arn: string;
  readonly statements: readonly Statement[];
  readonly managed: readonly string[];
  readonly trusts: unknown;
}

export type Graph = Awaited<ReturnType<typeof graphOf>>;

/** The evaluated stack and queries for tests. */
export async function graphOf(options: EvaluateOptions) {
  const marked = await evaluate({ secrets, ...options });
  const resources = marked.map(({ inputs, ...rest }) => ({
    ...rest,
    inputs: unmarked(inputs) as Resource['inputs'],
  }));
  const of = (type: string): readonly Resource[] =>
    resources.filter((resource) => resource.type === type);
  const roles = of('aws:iam/role:Role').map(roleOf);
  const functions = of('aws:lambda/function:Function').map((resource) =>
    functionOf(resource, roles),
  );
  return {
    resources,
    /** In Pulumi's form, where a marked object wraps an encrypted value. */
    marked,
    of,
    roles,
    functions,
    /** The function with this handler; undefined: none. */
    find: (handler: string) => functions.find((found) => found.handler === handler),
    /** By its ARN or the address at which API Gateway calls it. */
    byArn: (text: unknown) =>
      functions.find(({ arn }) => text === arn || String(text).includes(`/functions/${arn}/`)),
  };
}

/** The containers of this name, or all, in tasks and in services. */
export function containersOf(graph: Pick<Graph, 'of' | 'roles'>, wanted?: string) {
  return graph.of('aws:ecs/taskDefinition:TaskDefinition').flatMap(({ inputs }) => {
    const containers = JSON.parse(String(inputs['containerDefinitions'])) as {
      name: string;
      command: string[];
      environment: { name: string; value: string }[];
      mountPoints?: { sourceVolume: string; containerPath: string }[];
      healthCheck?: object;
      logConfiguration: { options: Record<string, string> };
    }[];
    return containers
      .filter(({ name }) => wanted === undefined || name === wanted)
      .map(({ name, command, environment, logConfiguration, mountPoints, healthCheck }) => ({
        name,
        command,
        cpu: inputs['cpu'],
        memory: inputs['memory'],
        storage: inputs['ephemeralStorage'],
        mounts: mountPoints,
        health: healthCheck,
        variables: Object.fromEntries(
          environment.map((variable) => [variable.name, variable.value]),
        ),
        role: graph.roles.find(({ arn }) => arn === inputs['taskRoleArn']),
        executionRole: inputs['executionRoleArn'],
        logs: logConfiguration.options['awslogs-group'],
      }));
  });
}

const mark = '4dabf18193072939515e22adb298388d';

export function isMarked(value: unknown): value is { value: unknown } {
  return typeof value === 'object' && value !== null && mark in value;
}

function unmarked(value: unknown): unknown {
  if (isMarked(value)) return unmarked(value.value);
  if (Array.isArray(value)) return value.map(unmarked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, unmarked(part)]));
}

/** As the evaluator's mocks write it. */
export function arnOf(service: string, name: string): string {
  return `arn:aws:${service}:us-east-1:123456789012:${name}`;
}

/** Of a table, by its name; as the evaluator's mocks write it. */
export function streamArnOf(table: string): string {
  return `${arnOf('dynamodb', `table/${table}`)}/stream/label`;
}

function roleOf(resource: Resource): Role {
  const { name, inputs } = resource;
  const policies = (inputs['inlinePolicies'] ?? []) as { policy: string }[];
  return {
    name,
    arn: `arn:aws:iam::123456789012:role/${physicalName(resource)}`,
    statements: policies.flatMap(
      ({ policy }) => (JSON.parse(policy) as { Statement: Statement[] }).Statement,
    ),
    managed: (inputs['managedPolicyArns'] ?? []) as string[],
    trusts: principalsOf(inputs['assumeRolePolicy']),
  };
}

function principalsOf(policy: unknown): unknown {
  const parsed = (typeof policy === 'string' ? JSON.parse(policy) : policy) as {
    Statement: { Principal: unknown }[];
  };
  return parsed.Statement.map(({ Principal }) => Principal);
}

function functionOf(resource: Resource, roles: readonly Role[]): LambdaFunction {
  const { inputs } = resource;
  const name = physicalName(resource);
  const { variables = {} } = (inputs['environment'] ?? {}) as {
    variables?: Record<string, string>;
  };
  const role = roles.find(({ arn }) => arn === inputs['role']);
  if (!role) throw new Error(`${name} has no role in the graph`);
  const image = `image of ${variables['LANTERN_JOB']}`;
  const handler = inputs['packageType'] === 'Image' ? image : String(inputs['handler']);
  const timeout = Number(inputs['timeout']);
  return {
    name,
    arn: arnOf('lambda', `function:${name}`),
    role,
    handler,
    timeout,
    variables,
    inputs,
  };
}
