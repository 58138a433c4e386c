import { describe, expect, it } from 'vitest';
import { type Graph } from '#test/support/rollout-graph/rollout-graph.ts';
import { services as everyKind } from '#test/support/rollout-graph/manifest.ts';
import { handlerIn } from '#test/support/rollout-graph/rows.ts';
import { services as real } from '#functions/manifest.ts';
import type { Graphs } from './graphs.ts';
import { physicalName } from '../../../scripts/rollout/evaluation.ts';

const manifests = { real, usual: everyKind, everything: everyKind };

/** Every type of resource that a rollout may make: another one may open a door, or cost by the
 * hour, and is looked at first: none of these does. */
const types = [
  'apigateway/account:Account',
  ...['apigatewayv2/api:Api', 'apigatewayv2/integration:Integration', 'apigatewayv2/route:Route'],
  ...['cloudfront/cachePolicy:CachePolicy', 'cloudfront/distribution:Distribution'],
  'cloudfront/function:Function',
  ...['apigatewayv2/stage:Stage', 'cloudwatch/logGroup:LogGroup'],
  ...['cloudwatch/dashboard:Dashboard'],
  ...['cloudwatch/logMetricFilter:LogMetricFilter', 'cloudwatch/metricAlarm:MetricAlarm'],
  ...['dynamodb/table:Table', 'ecr/lifecyclePolicy:LifecyclePolicy', 'ecr/repository:Repository'],
  ...['glue/catalogDatabase:CatalogDatabase', 'glue/catalogTable:CatalogTable'],
  ...['iam/role:Role', 'lambda/eventSourceMapping:EventSourceMapping'],
  ...['lambda/function:Function', 'lambda/functionUrl:FunctionUrl'],
  'lambda/layerVersion:LayerVersion',
  ...['lambda/permission:Permission', 's3/bucket:Bucket'],
  's3/bucketLifecycleConfiguration:BucketLifecycleConfiguration',
  ...['s3/bucketObjectv2:BucketObjectv2', 's3/bucketPolicy:BucketPolicy'],
  's3/bucketPublicAccessBlock:BucketPublicAccessBlock',
  's3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration',
  ...['s3/bucketVersioning:BucketVersioning', 'scheduler/schedule:Schedule', 'sns/topic:Topic'],
  ...['sqs/queue:Queue', 'ssm/parameter:Parameter'],
];
const typesBySwitch = [
  ...['acm/certificate:Certificate', 'acm/certificateValidation:CertificateValidation'],
  ...['apigatewayv2/apiMapping:ApiMapping', 'apigatewayv2/domainName:DomainName'],
  ...['appautoscaling/policy:Policy', 'appautoscaling/target:Target', 'budgets/budget:Budget'],
  ...['ec2/defaultSecurityGroup:DefaultSecurityGroup', 'ec2/internetGateway:InternetGateway'],
  ...['ec2/securityGroup:SecurityGroup', 'efs/accessPoint:AccessPoint'],
  ...['efs/fileSystem:FileSystem', 'efs/mountTarget:MountTarget'],
  ...['ec2/routeTable:RouteTable', 'ec2/routeTableAssociation:RouteTableAssociation'],
  ...['ec2/subnet:Subnet', 'ec2/vpc:Vpc', 'ecs/cluster:Cluster'],
  'ecs/clusterCapacityProviders:ClusterCapacityProviders',
  ...['ecs/service:Service', 'ecs/taskDefinition:TaskDefinition', 'route53/record:Record'],
  'servicediscovery/privateDnsNamespace:PrivateDnsNamespace',
  ...['servicediscovery/service:Service', 'sns/topicSubscription:TopicSubscription'],
];

export function doorsSuite(graphs: () => Graphs): void {
  describe.each([
    ['real', types],
    ['usual', types],
    ['everything', [...types, ...typesBySwitch]],
  ] as const)('the %s stack', (stage, known) => {
    const graph = (): Graph => graphs()[stage];

    it('is made of known parts, which cost nothing by the hour but for a stage’s switches', () => {
      const parts = graph().resources.flatMap(({ type }) => /^aws:(.*)/.exec(type)?.[1] ?? []);
      expect([...new Set(parts)].toSorted()).toEqual(known.toSorted());
    });

    it('answers programs of no other origin', () => {
      const apis = graph().of('aws:apigatewayv2/api:Api');
      expect(apis.length).toBeGreaterThan(0);
      for (const { inputs } of apis) expect(inputs['corsConfiguration'] ?? {}).toEqual({});
      for (const { inputs } of graph().of('aws:lambda/functionUrl:FunctionUrl')) {
        expect(inputs['cors'] ?? {}).toEqual({});
      }
    });

    it('reaches connections by the API that manages them, and pages by the one that accepts them', () => {
      const told = graph().functions.filter(({ variables }) => 'LANTERN_SOCKETS' in variables);
      for (const { variables } of told) {
        expect(variables['LANTERN_SOCKETS']).toMatch(/^https:/);
        expect(variables['LANTERN_SOCKETS_URL']).toMatch(/^wss:/);
      }
      expect(told.length).toBeGreaterThan(0);
    });

    it('has an address of its own for a stream, and for no other function', () => {
      const streams = Object.values(manifests[stage])
        .flatMap(({ routes }) => routes)
        .filter(({ stream }) => stream)
        .map(({ file }) => handlerIn(file, 'streamed'));
      const urls = graph().of('aws:lambda/functionUrl:FunctionUrl');
      const served = urls.map(({ inputs }) => handlerOf(graph(), inputs['functionName']));
      expect(served.toSorted()).toEqual(streams.toSorted());
    });

    it('lets only its own APIs call its functions, and everybody only a stream', () => {
      const apis = graph().of('aws:apigatewayv2/api:Api').map(physicalName);
      const callers = graph()
        .of('aws:lambda/permission:Permission')
        .map(({ inputs: { principal, sourceArn, action, function: called } }) => {
          const isOwn = apis.some((api) => String(sourceArn).includes(`:${api.toLowerCase()}/`));
          const isStream = handlerOf(graph(), called)?.endsWith('.streamed');
          const who = isOwn
            ? 'own API'
            : isStream && sourceArn === undefined
              ? 'stream'
              : sourceArn;
          return `${String(action)} by ${String(principal)}: ${String(who)}`;
        });
      const open = ['lambda:InvokeFunctionUrl by *: stream', 'lambda:InvokeFunction by *: stream'];
      expect([...new Set(callers)].toSorted()).toEqual(
        ['lambda:InvokeFunction by apigateway.amazonaws.com: own API', ...open].toSorted(),
      );
    });
  });
}

/** By the function's name or ARN. */
function handlerOf(graph: Graph, called: unknown): string | undefined {
  return graph.functions.find(({ name, arn }) => called === name || called === arn)?.handler;
}
