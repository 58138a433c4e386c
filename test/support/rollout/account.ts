import { createHash } from 'node:crypto';
import { awsHttp, between } from '../rollout-engine/aws-http.ts';

export interface FunctionConfiguration {
  readonly FunctionName: string;
  readonly FunctionArn: string;
  readonly Handler: string;
  readonly Runtime: string;
  readonly Timeout: number;
  readonly CodeSha256: string;
  readonly PackageType: string;
  readonly Environment: { readonly Variables: Readonly<Record<string, string>> };
}

interface Mapping {
  readonly EventSourceArn: string;
  readonly FunctionArn: string;
  readonly BatchSize: number;
  readonly FunctionResponseTypes: readonly string[];
}

export type Account = ReturnType<typeof account>;

/** Reads the state of an emulated account. */
export function account(endpoint: string) {
  const { json, rest, s3, xml, object } = awsHttp(endpoint);
  const sqs = <Reply>(action: string, body: object) =>
    json<Reply>('sqs', `AmazonSQS.${action}`, body);
  const dynamodb = <Reply>(action: string, body: object) =>
    json<Reply>('dynamodb', `DynamoDB_20120810.${action}`, body);
  let zips: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

  return {
    sqs,
    dynamodb,

    async functions() {
      const found: FunctionConfiguration[] = [];
      let marker: string | undefined;
      do {
        const path = `/2015-03-31/functions${marker === undefined ? '' : `?Marker=${marker}`}`;
        interface Listed {
          Functions: FunctionConfiguration[];
          NextMarker?: string;
        }
        const page: Listed = await rest<Listed>('lambda', 'GET', path);
        found.push(...page.Functions);
        marker = page.NextMarker;
      } while (marker !== undefined);
      return found;
    },

    async functionOf(arn: string) {
      const name = /:function:([^:/]+)/.exec(arn)?.[1] ?? arn;
      const path = `/2015-03-31/functions/${name}/configuration`;
      return rest<FunctionConfiguration>('lambda', 'GET', path);
    },

    async mappings() {
      const path = '/2015-03-31/event-source-mappings';
      const found = await rest<{ EventSourceMappings: Mapping[] }>('lambda', 'GET', path);
      return found.EventSourceMappings;
    },

    async functionUrls(name: string) {
      const path = `/2021-10-31/functions/${name}/url`;
      return rest<{ AuthType: string; InvokeMode?: string }>('lambda', 'GET', path);
    },

    /** Route key and function ARN of an API. */
    async routes(apiId: string): Promise<Map<string, string>> {
      const path = `/v2/apis/${apiId}`;
      interface Routes {
        items: { routeKey: string; target: string }[];
      }
      interface Integrations {
        items: { integrationId: string; integrationUri: string }[];
      }
      const routes = await rest<Routes>('apigateway', 'GET', `${path}/routes`);
      const made = await rest<Integrations>('apigateway', 'GET', `${path}/integrations`);
      const uris = new Map(
        made.items.map(({ integrationId, integrationUri }) => [integrationId, integrationUri]),
      );
      return new Map(
        routes.items.map(({ routeKey, target }) => [
          routeKey,
          uris.get(target.replace('integrations/', '')) ?? '',
        ]),
      );
    },

    /** The XML configuration of the CDN with this host name. */
    async distribution(host: string): Promise<string> {
      const path = '/2020-05-31/distribution';
      const { text } = await xml('cloudfront', 'GET', path);
      const found = [...text.matchAll(/<DistributionSummary>.*?<\/DistributionSummary>/gs)]
        .map(([summary]) => summary)
        .find((summary) => summary.includes(`<DomainName>${host}</DomainName>`));
      const id = between(found ?? '', 'Id');
      return (await xml('cloudfront', 'GET', `${path}/${id}/config`)).text;
    },

    async apis() {
      const { items } = await rest<{
        items: { apiId: string; name: string; protocolType: string }[];
      }>('apigateway', 'GET', '/v2/apis');
      return items;
    },

    async schedules() {
      const { Schedules } = await rest<{ Schedules: { Name: string; GroupName: string }[] }>(
        'scheduler',
        'GET',
        '/schedules',
      );
      return Promise.all(
        Schedules.map(({ Name }) =>
          rest<{ Name: string; ScheduleExpression: string; Target: { Arn: string } }>(
            'scheduler',
            'GET',
            `/schedules/${Name}`,
          ),
        ),
      );
    },

    async queues() {
      const { QueueUrls = [] } = await sqs<{ QueueUrls?: string[] }>('ListQueues', {});
      return QueueUrls;
    },

    async queueAttributes(url: string) {
      const asked = { QueueUrl: url, AttributeNames: ['All'] };
      const { Attributes } = await sqs<{ Attributes: Record<string, string> }>(
        'GetQueueAttributes',
        asked,
      );
      return Attributes;
    },

    async tables() {
      const { TableNames } = await dynamodb<{ TableNames: string[] }>('ListTables', {});
      return TableNames;
    },

    async buckets() {
      const listed = await s3('GET', '/');
      return [...listed.matchAll(/<Name>([^<]*)<\/Name>/g)].map(([, name = '']) => name);
    },

    /** The archive of a function's code, by its hash. */
    async zip(hash: string): Promise<Uint8Array> {
      zips ??= readZips();
      const found = (await zips).get(hash);
      if (found) return found;
      // Uploaded since the archives were read.
      zips = readZips();
      const fresh = (await zips).get(hash);
      if (!fresh) throw new Error(`No uploaded archive has the hash ${hash}`);
      return fresh;
    },
  };

  async function readZips(): Promise<ReadonlyMap<string, Uint8Array>> {
    const listed = await s3('GET', '/');
    const bucket = /<Name>(sst-asset-[^<]*)<\/Name>/.exec(listed)?.[1] ?? '';
    const keys = [...(await s3('GET', `/${bucket}?list-type=2`)).matchAll(/<Key>([^<]*)<\/Key>/g)];
    const found = new Map<string, Uint8Array>();
    for (const [, key = ''] of keys) {
      if (!key.endsWith('.zip')) continue;
      const bytes = await object(`/${bucket}/${key}`);
      found.set(createHash('sha256').update(bytes).digest('base64'), bytes);
    }
    return found;
  }
}
