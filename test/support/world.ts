import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { awsFeed } from '#core/platform/adapters/aws/feed/feed.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import { patientOffload } from '#test/support/processes/patient-offload.ts';
import { ensureQueues } from '../../scripts/emulators/ensure-queues.ts';
import { runStreams } from '../../scripts/emulators/table-stream.ts';
import { localSockets, type LocalSockets } from '#core/platform/adapters/local/sockets.ts';
import { loadService, type LoadedService } from '#core/host/service/load-service.ts';
import { serve, type Running } from '#core/host/serve.ts';
import { lazyAgents } from '#core/home/agents.ts';
import { openAws } from '#core/home/open-aws.ts';
import { openCluster } from '#core/home/open-cluster.ts';
import { openLocal } from '#core/home/open-local.ts';
import type { Assets } from '#core/platform/ports/files/assets.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { services, type ServiceName } from '#functions/manifest.ts';
import { atEnd } from './at-end.ts';
import { checkedReplies } from './http/checked-replies.ts';
import { freshTable } from './emulators/fresh-table.ts';
import { http, type Received, type Sent } from './http/http-client.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';
import type { OnBackend } from './emulators/on-backend.ts';
import { freshDatabase } from './postgres/on-postgres.ts';
import { inTurns } from './postgres/in-turns.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const adminKey = 'the-key-of-the-administrator';

interface Opening {
  readonly service: LoadedService;
  readonly environment: Environment;
  readonly clock: ManualClock;
  readonly writeLog: (line: string) => void;
}

interface Opened {
  readonly platform: Platform;
  readonly connections: LocalSockets;
  /** The parts of the cloud in front of functions, in front of this too. */
  readonly isStrict?: boolean;
  /** Another process of the service, over the same stores: requests go to both in turns. */
  readonly replica?: Opened;
}

/** The folder of a service's data. */
export type Home = (opening: Opening) => Promise<Opened>;

export interface World {
  readonly url: string;
  readonly platform: Platform;
  readonly clock: ManualClock;
  readonly isStrict: boolean;
  /** The processes of the service. */
  readonly running: readonly Running[];
  /** The parsed log. */
  readonly logs: readonly Record<string, unknown>[];
  send(sent: Sent): Promise<Received>;
  /** Stops the service as SIGTERM does; its data stays until close. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly environment?: Environment;
  readonly limits?: Parameters<typeof serve>[4];
  /** The bind address. */
  readonly host?: string;
}

/** A running service on a free port until the end of the test, in a new world whose time stands still. */
export async function openWorld(
  home: Home,
  named: ServiceName | LoadedService,
  { environment = {}, limits, host = '127.0.0.1' }: WorldOptions = {},
): Promise<World> {
  const service = typeof named === 'string' ? await loadService(named, services[named]) : named;
  const clock = manualClock('2026-03-01T12:00:00.000Z');
  const logs: Record<string, unknown>[] = [];
  const {
    platform,
    connections,
    isStrict = false,
    replica,
  } = await home({
    service,
    environment: { ADMIN_KEY: adminKey, PATH: process.env['PATH'], ...environment },
    clock,
    writeLog: (line) => logs.push(JSON.parse(line) as Record<string, unknown>),
  });
  const hosting = { host, port: 0, portVariable: 'PORT', isStrict };
  const running = [await serve(service, hosting, platform, connections, limits)];
  if (replica) running.push(await serve(service, hosting, replica.platform, replica.connections));
  const url = replica
    ? (await inTurns(running.map((one) => one.url))).url
    : (running[0]?.url ?? '');
  const plain = http(url);
  const stop = async () => void (await Promise.all(running.map((one) => one.stop())));
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= stop());
  atEnd(close);
  return {
    url,
    platform,
    clock,
    isStrict,
    running,
    logs,
    send: checkedReplies(service, plain),
    stop,
    close,
  };
}

export const onLocal: Home = onLocalWith();

/** The `standIn` command answers if no AI command line is installed. */
export function onLocalWith(more: { readonly standIn?: readonly string[] } = {}): Home {
  return async (opening) => {
    const folder = await temporaryFolder();
    return onLocalIn(folder.path, more)(opening);
  };
}

/** In a folder that is not removed. */
export function onLocalIn(
  directory: string,
  more: { readonly standIn?: readonly string[] } = {},
): Home {
  return async ({ service, environment, clock, writeLog }) => {
    const platform = openLocal({
      service: service.name,
      environment,
      directory,
      database: join(directory, 'app.db'),
      queues: service.queues,
      clock,
      writeLog,
      ...more,
    });
    const shared = { ...platform, assets, offload };
    return { platform: shared, connections: platform.connections };
  };
}

/** Two replicas behind one address; the agent service is one process with a folder. */
export const onCluster: Home = async (opening) => {
  const { service, environment, clock, writeLog } = opening;
  if (service.name === 'agent') return onLocal(opening);
  const { path: folder } = await temporaryFolder();
  const variables = {
    ...environment,
    DATABASE_URL: await freshDatabase(),
    SECRETS_KEY: 'a key that is long enough',
    BLOBS_DIR: folder,
  };
  const open = () => {
    const { platform, connections } = openCluster({
      service: service.name,
      environment: variables,
      queues: service.queues,
      clock,
      writeLog,
    });
    return { platform: { ...platform, assets, offload }, connections };
  };
  return { ...open(), replica: open() };
};

export function onAws(on: OnBackend): Home {
  return async ({ service, environment, clock, writeLog }) => {
    const clients = on.clients();
    const urls = await ensureQueues(await clients.sqs(), service.queues, `${on.unique()}-`);
    const table = await freshTable(on);
    const connections = localSockets();
    const platform = openAws({
      environment: {
        ...environment,
        LANTERN_SERVICE: service.name,
        LANTERN_TABLE: table,
        LANTERN_BUCKET: on.bucket,
        LANTERN_QUEUES: JSON.stringify(urls),
      },
      // The clients belong to the backend and are shared by all worlds.
      clients: { ...clients, close: async () => {} },
      clock,
      assets,
      agents: lazyAgents({ directory: join(tmpdir(), 'lantern-agents'), clock, environment }),
      templates: core,
      sockets: connections.sockets,
      writeLog,
    });
    // Subscribers poll, and the clock of the world stands still.
    const feed = awsFeed({
      client: clients.dynamodb,
      table,
      clock: systemClock(),
      pollMilliseconds: 10,
    });
    atEnd(() => feed.close());
    const shared = { ...platform, offload, feed };
    runStreams(service, shared, { client: await clients.dynamodb(), table });
    return { platform: shared, connections, isStrict: true };
  };
}

// Shared by all worlds of a process, because bundles are always the same and the renderer takes a
// while to load. It ends with the process.
const offload = patientOffload({ children: 1 });
const core = resolve(import.meta.dirname, '../../core');
const assets: Assets = localAssets({ root: core });
