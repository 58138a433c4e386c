import type { Service } from '#functions/service-manifest.ts';
import { bedrockAccess } from './bedrock.ts';
import { logicalName } from './names.ts';
import {
  logPermissions,
  sendPermissions,
  socketPermissions,
  storagePermissions,
  type Statement,
} from './permissions.ts';
import { hasTasks, jobQueues } from './queues.ts';
import { isReachedByRouter, routerKeyHash } from './router.ts';
import { secretsOf, type Readable } from './secrets.ts';
import { logGroupName } from './stage-names.ts';
import type { StageOptions } from './stage.ts';
import { storage } from './storage.ts';

type JobQueues = ReturnType<typeof jobQueues>;

/** The resources and permissions that all functions of a service share. */
export interface World {
  readonly service: string;
  readonly manifest: Service;
  readonly queues: ReadonlyMap<string, JobQueues>;
  readonly bucket: $util.Output<string>;
  readonly table: $util.Output<string>;
  /** The stream of the table; empty unless the manifest has streams. */
  readonly streamArn: $util.Output<string>;
  readonly sockets: sst.aws.ApiGatewayWebSocket | undefined;
  readonly logs: aws.cloudwatch.LogGroup;
  readonly logRetention: StageOptions['logRetention'];
  readonly secrets: ReturnType<typeof secretsOf>;
  /** Only for the worker image. */
  readonly bedrock: Readable;
  /** The address of the agent service, which only tasks reach. */
  readonly agentUrl: $util.Output<string> | undefined;
  readonly environment: Readonly<Record<string, $util.Input<string>>>;
  /** Only for functions that answer requests: the variables of a function have 4 kB. */
  readonly requests: World['environment'];
  readonly permissions: readonly Statement[];
}

type Stores = Pick<
  World,
  'queues' | 'bucket' | 'table' | 'streamArn' | 'environment' | 'permissions'
>;

const days = { '1 week': 7, '1 month': 30, '3 months': 90, '1 year': 365 } as const;

/** The storage of a service, wherever it runs. */
export function openStores(service: string, manifest: Service, options: StageOptions): Stores {
  const stores = storage(service, manifest, options);
  const queues = new Map(manifest.jobs.map((job) => [job.queue, jobQueues(service, job, options)]));
  return {
    queues,
    bucket: stores.bucket.name,
    table: stores.table.name,
    streamArn: stores.streamArn,
    environment: {
      ...manifest.variables,
      ...options.variables[service],
      LANTERN_SERVICE: service,
      LANTERN_TABLE: stores.table.name,
      LANTERN_BUCKET: stores.bucket.name,
      LANTERN_QUEUES: queueUrls(queues),
      // A task has no time limit: longer work is not refused.
      ...(hasTasks(options) && { LANTERN_WORKER: 'task' }),
    },
    permissions: [
      ...storagePermissions(stores),
      ...sendPermissions([...queues.values()].flatMap(({ queue, dead }) => [queue, dead])),
    ],
  };
}

export function openWorld(
  service: string,
  manifest: Service,
  options: StageOptions,
  { agentUrl, more }: Pick<World, 'agentUrl'> & { readonly more: World['environment'] },
): World {
  const { logRetention } = options;
  const name = logicalName(service);
  const { environment, permissions, ...stores } = openStores(service, manifest, options);
  // A WebSocket API has one path, and the adapters support one API.
  if (manifest.sockets.length > 1) throw new Error(`${service} has more than one socket`);
  const sockets =
    manifest.sockets.length > 0
      ? new sst.aws.ApiGatewayWebSocket(`${name}Sockets`, {
          accessLog: { retention: logRetention },
        })
      : undefined;
  // One log group for the whole service: its functions are read together.
  const logs = new aws.cloudwatch.LogGroup(`${name}Logs`, {
    name: logGroupName(service, 'functions'),
    retentionInDays: days[logRetention],
  });
  return {
    service,
    manifest,
    ...stores,
    sockets,
    logs,
    logRetention,
    secrets: secretsOf(manifest),
    bedrock: bedrockAccess(options),
    agentUrl,
    environment: {
      ...environment,
      ...(sockets && {
        LANTERN_SOCKETS: sockets.managementEndpoint,
        LANTERN_SOCKETS_URL: sockets.url,
      }),
    },
    requests: {
      ...more,
      ...(isReachedByRouter(manifest, options) && { LANTERN_ROUTER: routerKeyHash() }),
    },
    permissions: [
      ...permissions,
      ...(sockets ? socketPermissions(sockets) : []),
      ...logPermissions(logs),
    ],
  };
}

function queueUrls(queues: World['queues']): $util.Output<string> {
  const urls = Object.fromEntries(
    [...queues].flatMap(([name, { queue, dead }]) => [
      [name, queue.url],
      [`${name}-dead`, dead.url],
    ]),
  );
  return $util.jsonStringify(urls);
}
