import { describe, expect, it } from 'vitest';
import { environmentOf } from '#core/platform/config.ts';
import {
  canary,
  containersOf,
  isMarked,
  secrets,
  type Graph,
  type LambdaFunction,
  type Role,
} from '#test/support/rollout-graph.ts';
import type { Resource } from '../../../scripts/rollout/evaluate.ts';
import type { Graphs } from './graphs.ts';

/** The only call that knows no resource. */
const withoutResource = ['ecr:GetAuthorizationToken'];
/** SST makes it once for an account that has none, so that WebSocket APIs may log. */
const ofTheAccount = 'APIGatewayPushToCloudWatchLogsRole';

const stored = [
  ...['Get', 'BatchGet', 'Put', 'Update', 'Delete'].map((verb) => `dynamodb:${verb}Item`),
  ...['dynamodb:Query', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'],
  ...['s3:AbortMultipartUpload', 's3:ListBucket'],
];
const storing = /^(dynamodb|s3|sqs):/;
const receiving = [
  'ChangeMessageVisibility',
  'DeleteMessage',
  'GetQueueAttributes',
  'ReceiveMessage',
];

export function safetySuite(graphs: () => Graphs): void {
  describe.each(['usual', 'everything'] as const)('what may be done, on the %s stage', (stage) => {
    const graph = (): Graph => graphs()[stage];
    const ours = () => graph().roles.filter(({ name }) => name !== ofTheAccount);

    it('is named action by action', () => {
      expect(
        ours()
          .flatMap(actionsOf)
          .filter((action) => action.includes('*')),
      ).toEqual([]);
      expect(ours().flatMap(({ managed }) => managed)).toEqual([]);
    });

    it('is named resource by resource', () => {
      const open = ours()
        .flatMap(({ statements }) => statements)
        .filter(({ Resource }) => Resource.includes('*'))
        .flatMap(({ Action }) => Action);
      expect(open.filter((action) => !withoutResource.includes(action))).toEqual([]);
    });

    it('is denied to nobody by mistake: each function has what the adapters call', () => {
      for (const { role, variables } of graph().functions) {
        expect(actionsOf(role)).toEqual(expect.arrayContaining([...stored, 'logs:PutLogEvents']));
        expect(actionsOf(role).includes('sqs:SendMessage')).toBe(
          variables['LANTERN_QUEUES'] !== '{}',
        );
      }
    });

    it('ends at the service: no function reaches another one’s table, bucket or queue', () => {
      for (const made of graph().functions) {
        const reached = made.role.statements
          .filter(({ Action }) => Action.some((action) => storing.test(action)))
          .flatMap(({ Resource }) => Resource);
        expect(reached.length).toBeGreaterThan(0);
        expect(notOwn(reached, made.variables)).toEqual([]);
      }
    });

    it('is to receive only for who works a queue off, from this queue', () => {
      for (const made of graph().functions) {
        const source = sourceOf(graph(), made);
        const received = made.role.statements.filter(({ Action }) =>
          Action.some((action) => action === 'sqs:ReceiveMessage'),
        );
        expect(received.map(({ Action, Resource }) => [Action.toSorted(), Resource])).toEqual(
          source ? [[receiving.map((action) => `sqs:${action}`), [source]]] : [],
        );
      }
    });

    it('is to push only where there are sockets', () => {
      for (const { role, variables } of graph().functions) {
        const pushes = actionsOf(role).includes('execute-api:ManageConnections');
        expect(pushes).toBe('LANTERN_SOCKETS' in variables);
      }
      expect(graph().functions.some(({ variables }) => 'LANTERN_SOCKETS' in variables)).toBe(true);
    });

    it('is given to the service that it is for, and to no account', () => {
      expect(Object.fromEntries(ours().map(({ name, trusts }) => [name, trusts]))).toEqual(
        Object.fromEntries(ours().map(({ name, arn }) => [name, [userOf(graph(), arn)]])),
      );
    });
  });

  describe('what containers may do', () => {
    const reached = (name: string) => {
      const [{ role, variables } = { role: undefined, variables: {} }] = containersOf(
        graphs().everything,
        name,
      );
      if (!role) throw new Error(`${name} has no role`);
      const arns = role.statements.flatMap(({ Resource }) => Resource);
      return { actions: new Set(actionsOf(role)), foreign: notOwn(arns, variables) };
    };

    it('is what a job needs, and to answer for its message', () => {
      const { actions, foreign } = reached('DocsWorker');
      const answering = ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:SendMessage'];
      const pushing = 'execute-api:ManageConnections';
      const logging = ['logs:CreateLogStream', 'logs:PutLogEvents'];
      expect([...actions].toSorted()).toEqual(
        [...stored, ...answering, pushing, ...logging].toSorted(),
      );
      expect(foreign.filter((arn) => !/^arn:aws:(logs|execute-api):/.test(arn))).toEqual([]);
    });

    it('is what a service needs that works its queues off itself', () => {
      const { actions, foreign } = reached('Agent');
      const working = [...receiving, 'SendMessage'].map((action) => `sqs:${action}`);
      expect([...actions].toSorted()).toEqual([...stored, ...working].toSorted());
      expect(foreign).toEqual([]);
    });

    it('is passed on to this one task, in this one cluster, by who starts it', () => {
      const { everything } = graphs();
      const [task] = containersOf(everything, 'DocsWorker');
      const { role, variables } = everything.find('functions/images/worker/launch.handler') ?? {};
      const { cluster, taskDefinition } = JSON.parse(variables?.['LANTERN_TASK'] ?? '') as {
        cluster: string;
        taskDefinition: string;
      };
      const allowed = (action: string) =>
        role?.statements
          .filter(({ Action }) => Action.includes(action))
          .map(({ Resource, Condition }) => [Resource, Condition?.flatMap(({ values }) => values)]);
      expect(cluster).toContain('ContainersCluster');
      expect(taskDefinition).toContain('DocsWorker');
      expect(allowed('ecs:RunTask')).toEqual([[[taskDefinition], [cluster]]]);
      const roles = [task?.role?.arn, task?.executionRole];
      expect(allowed('iam:PassRole')).toEqual([[roles, ['ecs-tasks.amazonaws.com']]]);
    });
  });

  describe('secrets', () => {
    it.each(['real', 'usual', 'everything'] as const)('stand in no resource (%s)', (stage) => {
      const showing = graphs()[stage].marked.filter((resource) =>
        JSON.stringify(resource).includes(canary),
      );
      // SST's own notes of what is linked, which Pulumi encrypts.
      expect(showing.filter(({ type }) => type !== 'sst:sst:LinkRef')).toEqual([]);
      expect(showing.filter(({ inputs }) => !isMarked(inputs['properties']))).toEqual([]);
      expect(showing.length).toBeGreaterThan(0);
    });

    it('reach the image, sealed', () => {
      const working = graphs().usual.find('image of docs/docs-large');
      const read = environmentOf(working?.variables ?? {}, () => new Uint8Array());
      expect(read['ADMIN_KEY']).toBe(secrets['AdminKey']);
      expect(read).not.toHaveProperty('LOGS_KEY');
    });

    it('reach a task, sealed', () => {
      const [task] = containersOf(graphs().everything, 'DocsWorker');
      const read = environmentOf(task?.variables ?? {}, () => new Uint8Array());
      expect(read['ADMIN_KEY']).toBe(secrets['AdminKey']);
    });

    it('reach a service’s own functions', () => {
      const bundles = graphs().real.of('sst:cli:Bundle');
      const linked = (name: string) =>
        bundles.find((found) => found.name === name)?.inputs['linked'];
      // Model keys are for the image.
      expect(linked('DocsHome')).toEqual(['AdminKey']);
      expect(linked('SessionsHealth')).toEqual(['SessioninfoKey']);
    });
  });
}

function actionsOf({ statements }: Role): readonly string[] {
  return statements.flatMap(({ Action }) => Action);
}

/** Of the table, the bucket and the queues that the function is told about. */
function ownNames(variables: LambdaFunction['variables']): string[] {
  const urls = Object.values(JSON.parse(variables['LANTERN_QUEUES'] ?? '') as object) as string[];
  const queues = urls.map((url) => url.split('/').at(-1) ?? '');
  return [variables['LANTERN_TABLE'] ?? '', variables['LANTERN_BUCKET'] ?? '', ...queues];
}

function notOwn(arns: readonly string[], variables: LambdaFunction['variables']): string[] {
  return arns.filter((arn) => !ownNames(variables).some((name) => isOf(arn, name)));
}

function isOf(arn: string, name: string): boolean {
  return arn.endsWith(`:${name}`) || arn.endsWith(`/${name}`) || arn.endsWith(`:${name}/*`);
}

function sourceOf(graph: Graph, { arn }: LambdaFunction): unknown {
  return graph
    .of('aws:lambda/eventSourceMapping:EventSourceMapping')
    .find(({ inputs }) => inputs['functionName'] === arn)?.inputs['eventSourceArn'];
}

/** The principal of what the graph says uses the role. */
function userOf(graph: Graph, arn: string): unknown {
  const uses = ({ inputs }: Resource) => JSON.stringify(inputs).includes(`"${arn}"`);
  const services = {
    'aws:lambda/function:Function': 'lambda.amazonaws.com',
    'aws:scheduler/schedule:Schedule': 'scheduler.amazonaws.com',
    'aws:ecs/taskDefinition:TaskDefinition': 'ecs-tasks.amazonaws.com',
  };
  const found = Object.entries(services).find(([type]) => graph.of(type).some(uses));
  return { Service: found?.[1] };
}
