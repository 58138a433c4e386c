import { routeKeyProblems } from '#core/http/route-keys.ts';
import { physicalName, type Resource } from './evaluation.ts';
import { account } from './evaluate-rpc.ts';

interface NewResource {
  readonly type: string;
  readonly name: string;
  readonly inputs: Record<string, unknown>;
  readonly provider?: string;
  /** The id of an existing resource that is only read. */
  readonly id?: string;
}

interface Call {
  readonly token: string;
  readonly inputs: Record<string, unknown>;
}

interface Statement {
  readonly effect?: string;
  readonly actions?: string[];
  readonly resources?: string[];
  readonly principals?: unknown;
  readonly conditions?: unknown;
}

/** Replaces the Pulumi engine and the AWS provider: records each resource and returns made-up
 * values for AWS's. */
export function mocks(region: string) {
  const resources: Resource[] = [];

  const routeKeys = new Map<unknown, readonly string[]>();

  function newResource({ type, name, inputs, id, provider }: NewResource) {
    if (type === 'aws:apigatewayv2/route:Route') addRoute(inputs);
    if (!id) resources.push({ type, name, inputs, ...(provider && { provider }) });
    const physical = physicalName({ name, inputs });
    const arn = arnOf(type, physical);
    const state = {
      arn,
      tags: {},
      ...inputs,
      name: physical,
      ...attributes(type, physical, arn, inputs),
    };
    return { id: id || `${physical}-id`, state };
  }

  function addRoute({ apiId, routeKey }: Record<string, unknown>): void {
    const keys = [...(routeKeys.get(apiId) ?? []), String(routeKey)];
    routeKeys.set(apiId, keys);
    const problems = routeKeyProblems(keys);
    if (problems.length > 0) throw new Error(problems.join('\n'));
  }

  function arnOf(type: string, name: string): string {
    const service = type.split(':')[1]?.split('/')[0] ?? 'unknown';
    if (type.startsWith('aws:s3/')) return `arn:aws:s3:::${name}`;
    if (type.startsWith('aws:iam/')) return `arn:aws:iam::${account}:role/${name}`;
    const kind = type.split(':').at(-1)?.toLowerCase() ?? '';
    const resourceNames: Record<string, string> = {
      lambda: `function:${name}`,
      dynamodb: `table/${name}`,
      cloudwatch: `${kind === 'loggroup' ? 'log-group' : kind}:${name}`,
      ecs: `${kind}/${name}`,
    };
    const prefix = kind === 'loggroup' ? 'logs' : service;
    return `arn:aws:${prefix}:${region}:${account}:${resourceNames[service] ?? name}`;
  }

  function tableOf(name: string) {
    const arn = arnOf('aws:dynamodb/table:Table', name);
    return { arn, streamArn: `${arn}/stream/label` };
  }

  function attributes(
    type: string,
    name: string,
    arn: string,
    inputs: Record<string, unknown>,
  ): Record<string, unknown> {
    switch (type) {
      case 'aws:dynamodb/table:Table':
        return tableOf(name);
      case 'aws:sqs/queue:Queue':
        return { url: `https://sqs.${region}.amazonaws.com/${account}/${name}` };
      case 'aws:apigatewayv2/api:Api':
        return {
          apiEndpoint: `${inputs['protocolType'] === 'WEBSOCKET' ? 'wss' : 'https'}://${name.toLowerCase()}.execute-api.${region}.amazonaws.com`,
          executionArn: `arn:aws:execute-api:${region}:${account}:${name.toLowerCase()}`,
        };
      case 'aws:lambda/function:Function':
        return {
          invokeArn: `arn:aws:apigateway:${region}:lambda:path/functions/${arn}/invocations`,
        };
      case 'aws:lambda/functionUrl:FunctionUrl':
        return { functionUrl: `https://${name.toLowerCase()}.lambda-url.${region}.on.aws/` };
      case 'random:index/randomBytes:RandomBytes':
        return {
          base64: Buffer.alloc(32, 7).toString('base64'),
          hex: Buffer.alloc(32, 7).toString('hex'),
        };
      case 'aws:ssm/parameter:Parameter':
        return { version: 1 };
      case 'aws:s3/bucket:Bucket':
        return { bucket: name, bucketDomainName: `${name}.s3.amazonaws.com` };
      case 'aws:cloudfront/distribution:Distribution':
        return { domainName: `${name.toLowerCase()}.cloudfront.net`, etag: 'etag' };
      case 'aws:ecr/repository:Repository':
        return { repositoryUrl: `${account}.dkr.ecr.${region}.amazonaws.com/${name}` };
      case 'docker-build:index:Image':
        return {
          ref: `${account}.dkr.ecr.${region}.amazonaws.com/image:latest@sha256:${'0'.repeat(64)}`,
        };
      case 'aws:acm/certificate:Certificate':
        return { domainValidationOptions: [] };
      default:
        return {};
    }
  }

  function call({ token, inputs }: Call): Record<string, unknown> {
    switch (token) {
      case 'aws:index/getRegion:getRegion':
        return { region, name: region, id: region };
      case 'aws:index/getPartition:getPartition':
        return { partition: 'aws', dnsSuffix: 'amazonaws.com' };
      case 'aws:index/getCallerIdentity:getCallerIdentity':
        return { accountId: account };
      case 'aws:index/getAvailabilityZones:getAvailabilityZones':
        return { names: ['a', 'b', 'c'].map((zone) => region + zone) };
      case 'aws:dynamodb/getTable:getTable':
        return { ...inputs, ...tableOf(String(inputs['name'])) };
      case 'aws:ecr/getAuthorizationToken:getAuthorizationToken':
        return { proxyEndpoint: 'https://registry', userName: 'AWS', password: 'token' };
      case 'aws:iam/getPolicyDocument:getPolicyDocument':
        return { ...inputs, json: policy(inputs['statements'] as Statement[] | undefined) };
      default:
        return inputs;
    }
  }

  return { resources, mock: { newResource, call } };
}

function policy(statements: readonly Statement[] = []): string {
  const policyStatements = statements.map((statement) => ({
    Effect: statement.effect ?? 'Allow',
    Action: statement.actions,
    Resource: statement.resources,
    Principal: statement.principals,
    Condition: statement.conditions,
  }));
  return JSON.stringify({ Version: '2012-10-17', Statement: policyStatements });
}
