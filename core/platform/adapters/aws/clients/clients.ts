import type { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ECSClient } from '@aws-sdk/client-ecs';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { STSClient } from '@aws-sdk/client-sts';

export interface AwsOptions {
  /** Absent: the SDK's default, in Lambda the function's region. */
  readonly region?: string;
  /** One endpoint for every service (such as LocalStack); absent: AWS. */
  readonly endpoint?: string;
  /** Endpoints of single services; they override `endpoint`. */
  readonly endpoints?: { readonly dynamodb?: string; readonly s3?: string; readonly sqs?: string };
  /** The bucket is a part of the path: for stores without a host per bucket. Absent: where an endpoint
   * is given, as emulators need it. */
  readonly pathStyle?: boolean;
  /** Absent: the SDK's default, in Lambda the function's role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** For one try, up to the reply's headers. Absent: 10 s, for S3 20 s, for SQS 30 s. */
  readonly requestMilliseconds?: number;
}

export interface AwsClients {
  readonly dynamodb: () => Promise<DynamoDBClient>;
  readonly s3: () => Promise<S3Client>;
  readonly sqs: () => Promise<SQSClient>;
  readonly ecs: () => Promise<ECSClient>;
  readonly sts: () => Promise<STSClient>;
  /** Sends to connections of the WebSocket API; one client per endpoint. */
  readonly management: (endpoint: string) => Promise<ApiGatewayManagementApiClient>;
  /** Closes every connection. Repeated: nothing. */
  close(): Promise<void>;
}

/** SDK clients, each loaded at its first use: a function that never uses S3 never loads its SDK. */
export function awsClients(options: AwsOptions = {}): AwsClients {
  const clients = new Map<string, Promise<{ destroy(): void }>>();

  function once<Client extends { destroy(): void }>(name: string, make: () => Promise<Client>) {
    const existing = clients.get(name) as Promise<Client> | undefined;
    if (existing) return existing;
    const client = make();
    clients.set(name, client);
    // A failed load (out of memory, a missing chunk) may succeed at the next call.
    client.catch(() => clients.delete(name));
    return client;
  }

  function settings(endpoint = options.endpoint, milliseconds = 10_000) {
    return {
      maxAttempts: 4,
      ...(options.region === undefined ? {} : { region: options.region }),
      ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
      ...(endpoint === undefined ? {} : { endpoint }),
      requestHandler: {
        connectionTimeout: 3_000,
        requestTimeout: options.requestMilliseconds ?? milliseconds,
        // Without this the SDK only prints a warning and continues to wait.
        throwOnRequestTimeout: true,
      },
    };
  }

  return {
    dynamodb: () =>
      once('dynamodb', async () => {
        const { DynamoDBClient } = await import('../dynamo/sdk.ts');
        return new DynamoDBClient({
          ...settings(options.endpoints?.dynamodb),
          // Throttling ends when DynamoDB has split the partition: retries last about 3 s.
          maxAttempts: 6,
        });
      }),

    s3: () =>
      once('s3', async () => {
        const { S3Client } = await import('../blobs/sdk.ts');
        const endpoint = options.endpoints?.s3 ?? options.endpoint;
        const base = settings(endpoint, 20_000);
        return new S3Client({
          ...base,
          forcePathStyle: options.pathStyle ?? endpoint !== undefined,
          // The default adds the checksum of an empty body to a presigned PUT, which then refuses
          // any other body.
          requestChecksumCalculation: 'WHEN_REQUIRED',
          // The request fails when no byte of a body arrives for two minutes.
          requestHandler: { ...base.requestHandler, socketTimeout: 120_000 },
        });
      }),

    sqs: () =>
      once('sqs', async () => {
        const { SQSClient } = await import('../queue/sdk.ts');
        // Longer than the longest poll, which is 20 s.
        return new SQSClient(settings(options.endpoints?.sqs, 30_000));
      }),

    ecs: () =>
      once('ecs', async () => {
        const { ECSClient } = await import('../tasks/sdk.ts');
        return new ECSClient(settings());
      }),

    sts: () =>
      once('sts', async () => {
        const { STSClient } = await import('./sts-sdk.ts');
        return new STSClient(settings());
      }),

    management: (endpoint) =>
      once(`management ${endpoint}`, async () => {
        const { ApiGatewayManagementApiClient } =
          await import('@aws-sdk/client-apigatewaymanagementapi');
        return new ApiGatewayManagementApiClient(settings(endpoint));
      }),

    async close() {
      const settled = await Promise.allSettled(clients.values());
      clients.clear();
      for (const client of settled) if (client.status === 'fulfilled') client.value.destroy();
    },
  };
}
