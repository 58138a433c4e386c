import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Clock } from '../../../ports/clock.ts';
import type { Feed } from '../../../ports/feed.ts';
import type { Records } from '../../../ports/records.ts';
import type { Sockets } from '../../../ports/systems/sockets.ts';
import { s3Objects, type Bucket } from '../blobs/objects.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { logEngine } from './engine.ts';
import { logFiles } from './files.ts';
import { localFiles } from './local-files.ts';
import { tailOf } from './tail.ts';

export interface AwsLogsOptions extends Bucket {
  readonly client: () => Promise<DynamoDBClient>;
  /** The DynamoDB table of the deployment. */
  readonly table: string;
  readonly feed: Pick<Feed, 'append' | 'last'>;
  readonly records: Records;
  readonly sockets: Pick<Sockets, 'send'>;
  readonly clock: Clock;
}

export type LogParts = ReturnType<typeof logParts>;

export function logParts(options: AwsLogsOptions) {
  const store = dynamo(options);
  const objects = s3Objects(options);
  const engine = logEngine();
  return {
    engine,
    objects,
    tail: tailOf(store, options.feed),
    files: logFiles(store),
    local: localFiles(engine, objects),
  };
}
