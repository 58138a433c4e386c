import { physicalName, type Resource } from '../../../scripts/rollout/evaluation.ts';
import type { ServiceName } from '#functions/manifest.ts';
import { pathOf, secretNames } from './secrets.ts';
import { services } from './manifest.ts';
import { arnOf, streamArnOf, type Graph, type Role, type Statement } from './rollout-graph.ts';

/** Allowed actions by place: a name for an ARN, such as `table` or `queue docs-plan`. */
export type Grants = Readonly<Record<string, readonly string[]>>;
export type Places = ReadonlyMap<string, string>;

type Variables = Readonly<Record<string, string>>;

const allSecrets = Object.keys(services).flatMap((service) =>
  secretNames(service as ServiceName, { isWorker: true }),
);

/** Names for the ARNs of a stack, with the table, bucket and queues of one service: the service
 * whose functions or containers have these variables. Only these places may have a wildcard. */
export function placesOf(graph: Graph, variables: Variables): Places {
  const { LANTERN_TABLE = '', LANTERN_BUCKET = '', LANTERN_SOCKETS } = variables;
  const sockets = LANTERN_SOCKETS && new URL(LANTERN_SOCKETS).hostname.split('.')[0];
  const named = (service: string, type: string, place: (resource: Resource) => [string, string]) =>
    graph.of(type).map((resource) => {
      const [path, name] = place(resource);
      return [arnOf(service, path), name] as const;
    });
  return new Map([
    ...named('logs', 'aws:cloudwatch/logGroup:LogGroup', (group) => [
      `log-group:${physicalName(group)}:*`,
      // Without the stage, as SST's groups for containers and ours for functions are named.
      `logs ${physicalName(group).split('/').slice(3).join('/')}`,
    ]),
    ...named('ecs', 'aws:ecs/cluster:Cluster', (cluster) => [
      `cluster/${physicalName(cluster)}`,
      'cluster',
    ]),
    ...named('ecs', 'aws:ecs/taskDefinition:TaskDefinition', ({ name, inputs }) => [
      `taskdefinition/${String(inputs['family'])}`,
      `task ${name}`,
    ]),
    ...named('ecr', 'aws:ecr/repository:Repository', (repository) => [
      physicalName(repository),
      'images',
    ]),
    ...graph.roles.map(({ arn, name }) => [arn, `role ${name}`] as const),
    ...graph.functions.map(({ arn, handler }) => [arn, `function ${handler}`] as const),
    ...allSecrets.map(
      (name) => [arnOf('ssm', `parameter${pathOf(graph, name)}`), `secret ${name}`] as const,
    ),
    ...queuesOf(variables).map(([name, arn]) => [arn, `queue ${name}`] as const),
    [arnOf('dynamodb', `table/${LANTERN_TABLE}`), 'table'],
    [streamArnOf(LANTERN_TABLE), 'stream'],
    [`arn:aws:s3:::${LANTERN_BUCKET}`, 'bucket'],
    [`arn:aws:s3:::${LANTERN_BUCKET}/*`, 'objects'],
    [arnOf('execute-api', `${sockets}/*/*/@connections/*`), 'connections'],
  ]);
}

/** Name in the manifest and ARN. */
export function queuesOf({ LANTERN_QUEUES = '{}' }: Variables): [name: string, arn: string][] {
  return Object.entries(JSON.parse(LANTERN_QUEUES) as Record<string, string>).map(([name, url]) => [
    name,
    arnOf('sqs', url.split('/').at(-1) ?? ''),
  ]);
}

/** The permissions of a role. An ARN that is none of the places stays as it is, so that it cannot
 * match by mistake. */
export function grantsOf({ statements, managed }: Role, places: Places): Grants {
  const grants = statements.flatMap(({ Effect, Action, Resource, ...statement }) =>
    Resource.flatMap((arn) =>
      Action.map((action) => ({
        place: `${places.get(arn) ?? arn}${conditionsOf(statement, places)}`,
        action: Effect === 'Allow' ? action : `${Effect} ${action}`,
      })),
    ),
  );
  return byPlace([...grants, ...managed.map((policy) => ({ place: 'managed', action: policy }))]);
}

/** Several tables as one. */
export function together(...tables: readonly Grants[]): Grants {
  return byPlace(
    tables.flatMap((table) =>
      Object.entries(table).flatMap(([place, actions]) =>
        actions.map((action) => ({ place, action })),
      ),
    ),
  );
}

function byPlace(grants: readonly { place: string; action: string }[]): Grants {
  const places = [...new Set(grants.map(({ place }) => place))].toSorted();
  const actionsAt = (wanted: string) =>
    grants.filter(({ place }) => place === wanted).map(({ action }) => action);
  return Object.fromEntries(
    places.map((place) => [place, [...new Set(actionsAt(place))].toSorted()]),
  );
}

function conditionsOf({ Condition = [] }: Pick<Statement, 'Condition'>, places: Places): string {
  return Condition.map(
    ({ variable, values }) =>
      ` where ${variable} is ${values.map((v) => places.get(v) ?? v).join()}`,
  ).join('');
}
