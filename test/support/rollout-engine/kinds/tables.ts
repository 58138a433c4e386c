import { account, json, region } from '../aws-http.ts';
import { kind, type Kinds } from '../kind.ts';

interface Keys {
  readonly hashKey: string;
  readonly rangeKey?: string;
}

interface TableInputs extends Keys {
  readonly name: string;
  readonly billingMode: string;
  readonly attributes: readonly { readonly name: string; readonly type: string }[];
  readonly globalSecondaryIndexes?: readonly (Keys & {
    readonly name: string;
    readonly projectionType: string;
  })[];
  readonly ttl?: { readonly enabled: boolean; readonly attributeName: string };
  readonly streamEnabled?: boolean;
  readonly streamViewType?: string;
  readonly pointInTimeRecovery?: { readonly enabled: boolean };
}

interface Created {
  readonly TableDescription?: { readonly LatestStreamArn?: string };
}

export const tables: Kinds = {
  'aws:dynamodb/table:Table': kind<TableInputs>({
    async create(inputs) {
      const { name, billingMode, attributes, globalSecondaryIndexes = [] } = inputs;
      const { streamEnabled, streamViewType } = inputs;
      const indexes = globalSecondaryIndexes.map((index) => ({
        IndexName: index.name,
        KeySchema: schemaOf(index),
        Projection: { ProjectionType: index.projectionType },
      }));
      const created = await json<Created>('dynamodb', 'DynamoDB_20120810.CreateTable', {
        TableName: name,
        BillingMode: billingMode,
        AttributeDefinitions: attributes.map((attribute) => ({
          AttributeName: attribute.name,
          AttributeType: attribute.type,
        })),
        KeySchema: schemaOf(inputs),
        ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
        ...(streamEnabled && {
          StreamSpecification: { StreamEnabled: true, StreamViewType: streamViewType },
        }),
      });
      await settings(inputs);
      const streamArn = created.TableDescription?.LatestStreamArn ?? '';
      return { id: name, outputs: { arn: arnOf(name), streamArn } };
    },
    async update(id, inputs) {
      await settings(inputs);
      return { id, outputs: { arn: arnOf(id) } };
    },
    remove: (id) => json('dynamodb', 'DynamoDB_20120810.DeleteTable', { TableName: id }),
  }),
};

async function settings({ name, ttl, pointInTimeRecovery }: TableInputs): Promise<void> {
  if (ttl) {
    await json('dynamodb', 'DynamoDB_20120810.UpdateTimeToLive', {
      TableName: name,
      TimeToLiveSpecification: { AttributeName: ttl.attributeName, Enabled: ttl.enabled },
    });
  }
  if (pointInTimeRecovery) {
    await json('dynamodb', 'DynamoDB_20120810.UpdateContinuousBackups', {
      TableName: name,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: pointInTimeRecovery.enabled },
    });
  }
}

function schemaOf({ hashKey, rangeKey }: Keys) {
  const range = rangeKey === undefined ? [] : [{ AttributeName: rangeKey, KeyType: 'RANGE' }];
  return [{ AttributeName: hashKey, KeyType: 'HASH' }, ...range];
}

function arnOf(name: string): string {
  return `arn:aws:dynamodb:${region}:${account}:table/${name}`;
}
