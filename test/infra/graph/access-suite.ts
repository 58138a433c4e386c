import { expect, it } from 'vitest';
import type { ServiceName } from '#functions/manifest.ts';
import {
  containersOf,
  streamArnOf,
  type Graph,
  type LambdaFunction,
  type Role,
} from '#test/support/rollout-graph/rollout-graph.ts';
import {
  grantsOf,
  placesOf,
  queuesOf,
  together,
  type Grants,
} from '#test/support/rollout-graph/grants.ts';
import { services } from '#test/support/rollout-graph/manifest.ts';
import { secretNames } from '#test/support/rollout-graph/secrets.ts';
import { logicalName } from '../../../infra/names.ts';
import type { Graphs } from './graphs.ts';

type Variables = Readonly<Record<string, string>>;
type Container = ReturnType<typeof containersOf>[number];

const of = (service: string, ...actions: readonly string[]) =>
  actions.map((action) => `${service}:${action}`);

const logging = of('logs', 'CreateLogStream', 'PutLogEvents');
const answering = of('sqs', 'ChangeMessageVisibility', 'DeleteMessage');
const receiving = [...answering, ...of('sqs', 'GetQueueAttributes', 'ReceiveMessage')];

const following = of(
  'dynamodb',
  ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'],
);

/** What the adapters call on the service's own table and bucket. */
const stored: Grants = {
  table: of(
    'dynamodb',
    ...['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query'],
    'UpdateItem',
  ),
  // Without it S3 answers 403 for an object that does not exist.
  bucket: of('s3', 'ListBucket'),
  objects: of('s3', 'AbortMultipartUpload', 'DeleteObject', 'GetObject', 'PutObject'),
};

/** What starts a container. */
const pulling: Grants = {
  // The one action that has no resource.
  '*': of('ecr', 'GetAuthorizationToken'),
  images: of('ecr', 'BatchCheckLayerAvailability', 'BatchGetImage', 'GetDownloadUrlForLayer'),
};

/** The task of a service whose worker jobs run in tasks. */
function starting(task: string): Grants {
  const passed = 'where iam:PassedToService is ecs-tasks.amazonaws.com';
  return {
    [`task ${task}Task where ecs:cluster is cluster`]: of('ecs', 'RunTask'),
    '* where ecs:cluster is cluster': of('ecs', 'ListTasks'),
    [`role ${task}TaskRole ${passed}`]: of('iam', 'PassRole'),
    [`role ${task}ExecutionRole ${passed}`]: of('iam', 'PassRole'),
  };
}

/** SST makes it once for an account that has none, so that WebSocket APIs may log. */
const ofTheAccount: Grants = {
  managed: ['arn:aws:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs'],
};

const workerQueues = Object.values(services)
  .flatMap(({ jobs }) => jobs)
  .filter(({ runsOn }) => runsOn === 'worker')
  .map(({ queue }) => queue);
const launcher = 'functions/images/worker/launch.handler';

export function accessSuite(graphs: () => Graphs): void {
  it.each(['real', 'production', 'usual', 'everything'] as const)(
    'each role may do what its user needs, on its own places, and no more (%s)',
    (stage) => {
      const graph = graphs()[stage];
      const roles = graph.roles.map((role) => ({ role, ...userOf(graph, role) }));
      const named = (grants: (one: (typeof roles)[number]) => unknown) =>
        Object.fromEntries(roles.map((one) => [one.role.name, grants(one)]));
      expect(named(({ role, variables }) => grantsOf(role, placesOf(graph, variables)))).toEqual(
        named(({ needs }) => needs),
      );
    },
  );

  it.each(['real', 'production', 'usual', 'everything'] as const)(
    'each role is given to the service of AWS that uses it, and to no account (%s)',
    (stage) => {
      const graph = graphs()[stage];
      const named = (trust: (role: Role) => unknown) =>
        Object.fromEntries(graph.roles.map((role) => [role.name, trust(role)]));
      expect(named(({ trusts }) => trusts)).toEqual(
        named((role) => [{ Service: userOf(graph, role).principal }]),
      );
    },
  );
}

interface User {
  readonly principal: string;
  readonly variables: Variables;
  readonly needs: Grants;
}

/** What uses the role, and what it needs for that. A role without a user may do nothing. */
function userOf(graph: Graph, role: Role): User {
  const ofLambda = graph.functions.find((one) => one.role === role);
  if (ofLambda) return { principal: 'lambda.amazonaws.com', ...functionUser(graph, ofLambda) };

  const container = containersOf(graph).find(
    (one) => one.role === role || one.executionRole === role.arn,
  );
  if (container) {
    const { variables } = container;
    const needs = container.role === role ? containerNeeds(container) : startNeeds(container);
    return { principal: 'ecs-tasks.amazonaws.com', variables, needs };
  }

  const schedule = graph
    .of('aws:scheduler/schedule:Schedule')
    .map(({ inputs }) => inputs['target'] as { arn: string; roleArn: string })
    .find(({ roleArn }) => roleArn === role.arn);
  if (schedule) {
    const called = `function ${graph.byArn(schedule.arn)?.handler}`;
    const needs = { [called]: of('lambda', 'InvokeFunction') };
    return { principal: 'scheduler.amazonaws.com', variables: {}, needs };
  }

  const isOfTheAccount = graph
    .of('aws:apigateway/account:Account')
    .some(({ inputs }) => inputs['cloudwatchRoleArn'] === role.arn);
  return isOfTheAccount
    ? { principal: 'apigateway.amazonaws.com', variables: {}, needs: ofTheAccount }
    : { principal: 'nothing', variables: {}, needs: {} };
}

function functionUser(graph: Graph, { arn, handler, variables }: LambdaFunction) {
  const service = logicalName(variables['LANTERN_SERVICE'] ?? '');
  const source = graph
    .of('aws:lambda/eventSourceMapping:EventSourceMapping')
    .find(({ inputs }) => inputs['functionName'] === arn)?.inputs['eventSourceArn'];
  const received = queuesOf(variables).filter(([, queue]) => queue === source);
  const needs = together(
    storeNeeds(variables),
    secretNeeds(variables, handler.startsWith('image of ')),
    { [logsOf(variables)]: logging },
    onQueues(received, receiving),
    source === streamArnOf(variables['LANTERN_TABLE'] ?? '') ? { stream: following } : {},
    handler === launcher ? starting(`${service}Worker`) : {},
  );
  return { variables, needs };
}

/** Of a task, which answers for the message that a function has received; or of a service, which
 * receives by itself. */
function containerNeeds({ command, variables }: Container): Grants {
  const isTask = command.includes('functions/images/worker/task.ts');
  const queues = queuesOf(variables);
  return together(
    storeNeeds(variables),
    secretNeeds(variables, true),
    isTask
      ? onQueues(
          queues.filter(([name]) => workerQueues.includes(name)),
          answering,
        )
      : onQueues(queues, receiving),
    isTask ? { [logsOf(variables)]: logging } : {},
  );
}

/** The log group of a service's functions, whatever the stage. */
function logsOf({ LANTERN_SERVICE: service }: Variables): string {
  return `logs ${service}/functions`;
}

function startNeeds({ logs }: Container): Grants {
  return { ...pulling, [`logs ${logs?.split('/').at(-1)}`]: logging };
}

/** What every function and container of a service needs. */
function storeNeeds(variables: Variables): Grants {
  return together(
    stored,
    onQueues(queuesOf(variables), of('sqs', 'SendMessage')),
    'LANTERN_SOCKETS' in variables ? { connections: of('execute-api', 'ManageConnections') } : {},
  );
}

/** Of its service, and what is for the worker only there. */
function secretNeeds(variables: Variables, isWorker: boolean): Grants {
  const isAsking = 'SIDECAR_URL' in variables;
  const names = secretNames(variables['LANTERN_SERVICE'] as ServiceName, { isWorker, isAsking });
  return Object.fromEntries(names.map((name) => [`secret ${name}`, of('ssm', 'GetParameters')]));
}

function onQueues(queues: readonly [name: string, arn: string][], actions: readonly string[]) {
  return Object.fromEntries(queues.map(([name]) => [`queue ${name}`, actions]));
}
