import { describe, expect, it } from 'vitest';
import { environmentOf } from '#core/platform/config.ts';
import {
  canary,
  isMarked,
  physicalName,
  secrets,
  type Graph,
  type LambdaFunction,
  type Role,
} from '#test/support/rollout-graph.ts';
import { services } from '#test/support/rollout-graph-manifest.ts';
import type { Resource } from '../../../scripts/rollout/evaluate.ts';
import type { Graphs } from './graphs.ts';

const jobs = Object.values(services).flatMap((service) => service.jobs);

/** The only call that knows no resource. */
const withoutResource = ['ecr:GetAuthorizationToken'];
/** SST makes it once for an account that has none, so that WebSocket APIs may log. */
const ofTheAccount = 'APIGatewayPushToCloudWatchLogsRole';

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
      for (const made of graph().functions) {
        expect(actionsOf(made.role)).toEqual(
          expect.arrayContaining([
            ...['Get', 'BatchGet', 'Put', 'Update', 'Delete'].map((verb) => `dynamodb:${verb}Item`),
            ...['dynamodb:Query', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'],
            ...['s3:AbortMultipartUpload', 's3:ListBucket', 'logs:PutLogEvents'],
          ]),
        );
      }
    });

    it('ends at the service: no function reaches another one’s table, bucket or queue', () => {
      for (const made of graph().functions) {
        const reached = made.role.statements
          .filter(({ Action }) => Action.some((action) => storing.test(action)))
          .flatMap(({ Resource }) => Resource);
        expect(reached.length).toBeGreaterThan(0);
        expect(reached.filter((arn) => !ownNames(made).some((name) => isOf(arn, name)))).toEqual(
          [],
        );
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
      const [task] = taskVariables(graphs().everything, 'DocsWorker');
      const read = environmentOf(task ?? {}, () => new Uint8Array());
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

  describe.each(['usual', 'everything'] as const)('what is stored, on the %s stage', (stage) => {
    const graph = (): Graph => graphs()[stage];
    const about = (kind: string, bucket: Resource) =>
      graph()
        .of(`aws:s3/${kind}`)
        .find(({ inputs }) => inputs['bucket'] === physicalName(bucket))?.inputs;

    it('is private, encrypted and versioned in buckets', () => {
      const buckets = graph().of('aws:s3/bucket:Bucket');
      expect(buckets).toHaveLength(4);
      for (const bucket of buckets) {
        expect(about('bucketPublicAccessBlock:BucketPublicAccessBlock', bucket)).toMatchObject({
          ...{ blockPublicAcls: true, blockPublicPolicy: true },
          ...{ ignorePublicAcls: true, restrictPublicBuckets: true },
        });
        const encryption =
          'bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration';
        expect(about(encryption, bucket)).toMatchObject({
          rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'AES256' } }],
        });
        expect(about('bucketVersioning:BucketVersioning', bucket)).toMatchObject({
          versioningConfiguration: { status: 'Enabled' },
        });
        const policy = String(about('bucketPolicy:BucketPolicy', bucket)?.['policy']);
        expect(policy).toContain('"Deny"');
        expect(policy).toContain('aws:SecureTransport');
      }
    });

    it('goes from buckets when nothing needs it', () => {
      for (const bucket of graph().of('aws:s3/bucket:Bucket')) {
        const { rules } =
          about('bucketLifecycleConfiguration:BucketLifecycleConfiguration', bucket) ?? {};
        expect(rules).toMatchObject([
          { filter: { prefix: 'queue/' }, expiration: { days: 15 }, status: 'Enabled' },
          { abortIncompleteMultipartUpload: { daysAfterInitiation: 1 }, status: 'Enabled' },
          { noncurrentVersionExpiration: { noncurrentDays: 30 }, status: 'Enabled' },
        ]);
      }
    });

    it('is encrypted in tables, and can be had as it was', () => {
      const tables = graph().of('aws:dynamodb/table:Table');
      expect(tables).toHaveLength(4);
      for (const { inputs } of tables) {
        expect(inputs).toMatchObject({
          ...{ hashKey: 'pk', rangeKey: 'sk', billingMode: 'PAY_PER_REQUEST' },
          attributes: [
            { name: 'pk', type: 'S' },
            { name: 'sk', type: 'S' },
          ],
          globalSecondaryIndexes: [],
          pointInTimeRecovery: { enabled: true },
          serverSideEncryption: { enabled: true },
          ttl: { attributeName: 'expiresAt', enabled: true },
        });
      }
    });

    it('is encrypted in queues, for as long and as large as SQS allows', () => {
      const queues = graph().of('aws:sqs/queue:Queue');
      expect(queues).toHaveLength(2 * jobs.length);
      for (const { inputs } of queues) {
        expect(inputs).toMatchObject({
          sqsManagedSseEnabled: true,
          maxMessageSize: 1_048_576,
          messageRetentionSeconds: 1_209_600,
        });
      }
    });

    it('keeps images of the worker encrypted and few', () => {
      expect(
        graph()
          .of('aws:ecr/repository:Repository')
          .map(({ inputs }) => inputs),
      ).toMatchObject([{ encryptionConfigurations: [{ encryptionType: 'AES256' }] }]);
      expect(graph().of('aws:ecr/lifecyclePolicy:LifecyclePolicy')).toHaveLength(1);
    });
  });
}

function actionsOf({ statements }: Role): readonly string[] {
  return statements.flatMap(({ Action }) => Action);
}

/** Of the table, the bucket and the queues that the function is told about. */
function ownNames({ variables }: LambdaFunction): string[] {
  const urls = Object.values(JSON.parse(variables['LANTERN_QUEUES'] ?? '') as object) as string[];
  const queues = urls.map((url) => url.split('/').at(-1) ?? '');
  return [variables['LANTERN_TABLE'] ?? '', variables['LANTERN_BUCKET'] ?? '', ...queues];
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

export function taskVariables(graph: Graph, name: string): Record<string, string>[] {
  return graph.of('aws:ecs/taskDefinition:TaskDefinition').flatMap(({ inputs }) => {
    const containers = JSON.parse(String(inputs['containerDefinitions'])) as {
      name: string;
      environment: { name: string; value: string }[];
    }[];
    return containers
      .filter((container) => container.name === name)
      .map(({ environment }) =>
        Object.fromEntries(environment.map((variable) => [variable.name, variable.value])),
      );
  });
}
