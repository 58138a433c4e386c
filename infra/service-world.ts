import type { Service } from '#functions/manifest.ts';
import { logicalName } from './names.ts';
import {
  logPermissions,
  sendPermissions,
  socketPermissions,
  storagePermissions,
  type Statement,
} from './permissions.ts';
import { jobQueues } from './queues.ts';
import { storage } from './storage.ts';

export type JobQueues = ReturnType<typeof jobQueues>;

/** What all functions of a service share: where they keep things and what they may do. */
export interface World {
  readonly service: string;
  readonly manifest: Service;
  readonly queues: ReadonlyMap<string, JobQueues>;
  readonly sockets: sst.aws.ApiGatewayWebSocket | undefined;
  readonly logs: aws.cloudwatch.LogGroup;
  readonly secrets: readonly sst.Secret[];
  readonly environment: Readonly<Record<string, $util.Input<string>>>;
  readonly permissions: readonly Statement[];
}

export interface WorldOptions {
  readonly service: string;
  readonly manifest: Service;
  readonly logs: aws.cloudwatch.LogGroup;
  readonly secrets: readonly sst.Secret[];
}

export function openWorld(options: WorldOptions): World {
  const { service, manifest, logs } = options;
  const stores = storage(service);
  const queues = new Map(manifest.jobs.map((job) => [job.queue, jobQueues(service, job)]));
  const sockets =
    manifest.sockets.length > 0
      ? new sst.aws.ApiGatewayWebSocket(`${logicalName(service)}Sockets`)
      : undefined;
  const all = [...queues.values()].flatMap(({ queue, dead }) => [queue, dead]);
  return {
    ...options,
    queues,
    sockets,
    environment: {
      LANTERN_SERVICE: service,
      LANTERN_TABLE: stores.table.name,
      LANTERN_BUCKET: stores.bucket.name,
      LANTERN_QUEUES: queueUrls(queues),
      ...(sockets && { LANTERN_SOCKETS: sockets.managementEndpoint }),
    },
    permissions: [
      ...storagePermissions(stores),
      ...sendPermissions(all),
      ...(sockets ? socketPermissions(sockets) : []),
      ...logPermissions(logs),
    ],
  };
}

function queueUrls(queues: ReadonlyMap<string, JobQueues>): $util.Output<string> {
  const urls = Object.fromEntries(
    [...queues].flatMap(([name, { queue, dead }]) => [
      [name, queue.url],
      [`${name}-dead`, dead.url],
    ]),
  );
  return $util.jsonStringify(urls);
}
