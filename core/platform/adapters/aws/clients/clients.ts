import type { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ECSClient } from '@aws-sdk/client-ecs';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { STSClient } from '@aws-sdk/client-sts';

export interface AwsOptions {
  /** Absent: the SDK's own chain, which in Lambda is the function's region. */
  readonly region?: string;
  /** One endpoint for every service (LocalStack, moto); absent: AWS. */
  readonly endpoint?: string;
  /** Endpoints of single services; they go before `endpoint`. */
  readonly endpoints?: { readonly dynamodb?: string; readonly s3?: string; readonly sqs?: string };
  /** Absent: the SDK's own chain, which in Lambda is the function's role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** For one try of a request, up to the reply's headers; absent: 10 s, for S3 20 s and for a
   * long poll 30 s. */
  readonly requestMilliseconds?: number;
}

export interface AwsClients {
  readonly dynamodb: () => Promise<DynamoDBClient>;
  readonly s3: () => Promise<S3Client>;
  readonly sqs: () => Promise<SQSClient>;
  readonly ecs: () => Promise<ECSClient>;
  readonly sts: () => Promise<STSClient>;
  /** The WebSocket API's way back to its connections; one client per endpoint. */
  readonly management: (endpoint: string) => Promise<ApiGatewayManagementApiClient>;
  /** Lets go of every connection. Repeated: nothing. */
  close(): Promise<void>;
}

/** SDK clients, each made at its first use and then kept: a function that never touches S3 never
 * loads it. */
export function awsClients(options: AwsOptions = {}): AwsClients {
  const made = new Map<string, Promise<{ destroy(): void }>>();

  function once<Client extends { destroy(): void }>(name: string, make: () => Promise<Client>) {
    const known = made.get(name) as Promise<Client> | undefined;
    if (known) return known;
    const client = make();
    made.set(name, client);
    // A failed load (out of memory, a missing chunk) may succeed at the next call.
    client.catch(() => made.delete(name));
    return client;
  }

  function settings(endpoint = options.endpoint) {
    return {
      maxAttempts: 4,
      ...(options.region === undefined ? {} : { region: options.region }),
      ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
      ...(endpoint === undefined ? {} : { endpoint }),
    };
  }

  function patience(milliseconds: number) {
    const requestTimeout = options.requestMilliseconds ?? milliseconds;
    // Without the flag the SDK only prints a warning and waits on.
    return { connectionTimeout: 3_000, requestTimeout, throwOnRequestTimeout: true };
  }

  return {
    dynamodb: () =>
      once('dynamodb', async () => {
        const { DynamoDBClient } = await import('../dynamo/sdk.ts');
        return new DynamoDBClient({
          ...settings(options.endpoints?.dynamodb),
          // Throttling ends when DynamoDB has split the partition: up to some 3 s of tries.
          maxAttempts: 6,
          requestHandler: patience(10_000),
        });
      }),

    s3: () =>
      once('s3', async () => {
        const { S3Client } = await import('../blobs/sdk.ts');
        const endpoint = options.endpoints?.s3 ?? options.endpoint;
        return new S3Client({
          ...settings(endpoint),
          // Emulators have no host per bucket.
          forcePathStyle: endpoint !== undefined,
          // Otherwise a presigned PUT carries the checksum of an empty body and refuses all others.
          requestChecksumCalculation: 'WHEN_REQUIRED',
          // A body that stands still for two minutes is given up.
          requestHandler: { ...patience(20_000), socketTimeout: 120_000 },
        });
      }),

    sqs: () =>
      once('sqs', async () => {
        const { SQSClient } = await import('../queue/sdk.ts');
        return new SQSClient({
          ...settings(options.endpoints?.sqs),
          // Longer than the longest poll, which is 20 s.
          requestHandler: patience(30_000),
        });
      }),

    ecs: () =>
      once('ecs', async () => {
        const { ECSClient } = await import('../tasks/sdk.ts');
        return new ECSClient({ ...settings(), requestHandler: patience(10_000) });
      }),

    sts: () =>
      once('sts', async () => {
        const { STSClient } = await import('./sts-sdk.ts');
        return new STSClient({ ...settings(), requestHandler: patience(10_000) });
      }),

    management: (endpoint) =>
      once(`management ${endpoint}`, async () => {
        const { ApiGatewayManagementApiClient } =
          await import('@aws-sdk/client-apigatewaymanagementapi');
        return new ApiGatewayManagementApiClient({
          ...settings(endpoint),
          requestHandler: patience(10_000),
        });
      }),

    async close() {
      const clients = await Promise.allSettled(made.values());
      made.clear();
      for (const client of clients) if (client.status === 'fulfilled') client.value.destroy();
    },
  };
}
