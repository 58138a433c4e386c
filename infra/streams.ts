import { handlerFunction } from './functions.ts';
import { logicalName } from './names.ts';
import { streamPermissions } from './permissions.ts';
import type { World } from './service-world.ts';

const windowSeconds = 60;

/** The functions on the stream of the service's table, by the stream's name. */
export function streams(world: World): ReadonlyMap<string, sst.aws.Function> {
  const { manifest, streamArn } = world;
  const functions = new Map<string, sst.aws.Function>();
  for (const { name, file, feed } of manifest.streams ?? []) {
    const called = handlerFunction(world, {
      name: logicalName(file),
      file,
      exported: 'handler',
      seconds: windowSeconds,
      permissions: streamPermissions(streamArn),
    });
    new aws.lambda.EventSourceMapping(logicalName(name, 'stream'), {
      eventSourceArn: streamArn,
      functionName: called.arn,
      startingPosition: 'LATEST',
      // Other items of the table cost no call.
      filterCriteria: {
        filters: [
          {
            pattern: JSON.stringify({
              eventName: ['INSERT'],
              dynamodb: { NewImage: { feed: { S: [feed] } } },
            }),
          },
        ],
      },
      batchSize: 100,
      // One after the other: entries arrive in their order.
      parallelizationFactor: 1,
      // An event that always fails must not hold back the others for a day.
      bisectBatchOnFunctionError: true,
      maximumRetryAttempts: 20,
      maximumRecordAgeInSeconds: 3600,
    });
    functions.set(name, called);
  }
  return functions;
}
