import { region, rest } from '../aws-http.ts';
import { kind, type Kinds } from '../kind.ts';

interface FunctionInputs {
  readonly name: string;
  readonly role: string;
  readonly runtime?: string;
  readonly handler?: string;
  readonly s3Bucket?: string;
  readonly s3Key?: string;
  readonly imageUri?: string;
  readonly packageType?: string;
  readonly timeout?: number;
  readonly memorySize?: number;
  readonly architectures?: readonly string[];
  readonly ephemeralStorage?: { readonly size: number };
  readonly environment?: { readonly variables?: Readonly<Record<string, string>> };
}

interface MappingInputs {
  readonly eventSourceArn: string;
  readonly functionName: string;
  readonly batchSize?: number;
  readonly maximumBatchingWindowInSeconds?: number;
  readonly functionResponseTypes?: readonly string[];
  readonly scalingConfig?: { readonly maximumConcurrency?: number };
  readonly startingPosition?: string;
}

interface PermissionInputs {
  readonly function: string;
  readonly action: string;
  readonly principal: string;
  readonly sourceArn?: string;
  readonly functionUrlAuthType?: string;
}

interface UrlInputs {
  readonly functionName: string;
  readonly authorizationType: string;
  readonly invokeMode?: string;
}

const lambda = <Reply = unknown>(method: string, path: string, body?: object) =>
  rest<Reply>('lambda', method, path, body);
const functions = '/2015-03-31/functions';
const mappings = '/2015-03-31/event-source-mappings';

export const functionKinds: Kinds = {
  'aws:lambda/function:Function': kind<FunctionInputs>({
    async create(inputs) {
      const { FunctionArn } = await lambda<{ FunctionArn: string }>('POST', functions, {
        FunctionName: inputs.name,
        Code: codeOf(inputs),
        PackageType: inputs.packageType ?? 'Zip',
        Architectures: inputs.architectures,
        ...configurationOf(inputs),
      });
      return { id: inputs.name, outputs: arns(FunctionArn) };
    },
    async update(id, inputs) {
      await lambda('PUT', `${functions}/${id}/code`, codeOf(inputs));
      const path = `${functions}/${id}/configuration`;
      const changed = await lambda<{ FunctionArn: string }>('PUT', path, configurationOf(inputs));
      return { id, outputs: arns(changed.FunctionArn) };
    },
    remove: (id) => lambda('DELETE', `${functions}/${id}`),
  }),

  'aws:lambda/eventSourceMapping:EventSourceMapping': kind<MappingInputs>({
    async create(inputs) {
      const { UUID } = await lambda<{ UUID: string }>('POST', mappings, {
        EventSourceArn: inputs.eventSourceArn,
        FunctionName: inputs.functionName,
        ...mappingOf(inputs),
      });
      return { id: UUID };
    },
    async update(id, inputs) {
      const body = { FunctionName: inputs.functionName, ...mappingOf(inputs) };
      await lambda('PUT', `${mappings}/${id}`, body);
      return { id };
    },
    remove: (id) => lambda('DELETE', `${mappings}/${id}`),
  }),

  'aws:lambda/permission:Permission': kind<PermissionInputs>({
    async create(inputs, name) {
      await lambda('POST', `${functions}/${encodeURIComponent(inputs.function)}/policy`, {
        StatementId: name,
        Action: inputs.action,
        Principal: inputs.principal,
        SourceArn: inputs.sourceArn,
        FunctionUrlAuthType: inputs.functionUrlAuthType,
      });
      return { id: name };
    },
    // Deleted with its function.
    remove: async () => undefined,
  }),

  'aws:lambda/functionUrl:FunctionUrl': kind<UrlInputs>({
    async create({ functionName, authorizationType, invokeMode }) {
      const path = `/2021-10-31/functions/${encodeURIComponent(functionName)}/url`;
      const body = { AuthType: authorizationType, InvokeMode: invokeMode };
      const { FunctionUrl } = await lambda<{ FunctionUrl: string }>('POST', path, body);
      return { id: functionName, outputs: { functionUrl: FunctionUrl } };
    },
    async remove(id) {
      await lambda('DELETE', `/2021-10-31/functions/${encodeURIComponent(id)}/url`);
    },
  }),
};

function codeOf({ imageUri, s3Bucket, s3Key }: FunctionInputs) {
  return imageUri === undefined ? { S3Bucket: s3Bucket, S3Key: s3Key } : { ImageUri: imageUri };
}

function configurationOf(inputs: FunctionInputs) {
  return {
    Role: inputs.role,
    Runtime: inputs.runtime,
    Handler: inputs.handler,
    Timeout: inputs.timeout,
    MemorySize: inputs.memorySize,
    Environment: { Variables: inputs.environment?.variables ?? {} },
    ...(inputs.ephemeralStorage && { EphemeralStorage: { Size: inputs.ephemeralStorage.size } }),
  };
}

function mappingOf(inputs: MappingInputs) {
  return {
    StartingPosition: inputs.startingPosition,
    BatchSize: inputs.batchSize,
    MaximumBatchingWindowInSeconds: inputs.maximumBatchingWindowInSeconds,
    FunctionResponseTypes: inputs.functionResponseTypes,
    ...(inputs.scalingConfig?.maximumConcurrency !== undefined && {
      ScalingConfig: { MaximumConcurrency: inputs.scalingConfig.maximumConcurrency },
    }),
  };
}

function arns(arn: string) {
  const path = `2015-03-31/functions/${arn}`;
  return {
    arn,
    qualifiedArn: `${arn}:1`,
    version: '1',
    invokeArn: `arn:aws:apigateway:${region}:lambda:path/${path}/invocations`,
    responseStreamingInvokeArn: `arn:aws:apigateway:${region}:lambda:path/${path}/response-streaming-invocations`,
  };
}
