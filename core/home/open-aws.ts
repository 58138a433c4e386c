import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { secretsOf } from '#core/text/secrets-of.ts';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { awsClients, type AwsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import type { AwsFeedOptions } from '#core/platform/adapters/aws/feed/feed.ts';
import type { AwsLogsOptions } from '#core/platform/adapters/aws/logs/parts.ts';
import type { AwsQueueOptions } from '#core/platform/adapters/aws/queue/queue.ts';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { awsSecrets } from '#core/platform/adapters/aws/secrets/secrets.ts';
import type { AwsSocketsOptions } from '#core/platform/adapters/aws/sockets/sockets.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { lazyOffload } from '#core/platform/adapters/local/offload/lazy-offload.ts';
import { lazy, lazyCalls } from '#core/platform/lazy.ts';
import { noAgents } from './no-agents.ts';
import { cloud } from './homes.ts';
import { jsonLog } from './json-log.ts';
import { logLevelOf } from './log-level.ts';
import { noSandbox } from './no-sandbox.ts';
import { outbound } from './outbound.ts';
import { commonSettings, parsed, settings } from '#core/platform/settings.ts';
import type { Agents } from '#core/platform/ports/programs/agents.ts';
import type { Assets } from '#core/platform/ports/files/assets.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Feed } from '#core/platform/ports/feed.ts';
import type { Logs } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Queue } from '#core/platform/ports/queue.ts';
import type { Sockets } from '#core/platform/ports/systems/sockets.ts';
import { readLocalFile } from '#core/platform/adapters/local/read-file.ts';
import type { TemplatesOptions } from '#core/platform/adapters/local/templates.ts';
import type { Templates } from '#core/platform/ports/files/templates.ts';
import type { Transcripts } from '#core/platform/ports/transcripts.ts';
import type { Trees } from '#core/platform/ports/trees.ts';

const required = 'must name what the rollout made';

function queueUrls(text: string): Record<string, string> | undefined {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Variables that the rollout sets. */
export const awsSettings = settings({
  LANTERN_SERVICE: z._default(z.string(), 'lantern'),
  LANTERN_TABLE: z.string(required),
  LANTERN_BUCKET: z.string(required),
  /** JSON: queue name to URL. */
  LANTERN_QUEUES: z._default(parsed('must be a JSON object of queue URLs', queueUrls), {}),
  /** The WebSocket API's management endpoint; absent in a service without sockets. */
  LANTERN_SOCKETS: z.optional(z.string()),
  /** Set for the worker: a role that may call Bedrock's models. */
  LANTERN_BEDROCK_ROLE: z.optional(z.string()),
  /** The folder of bundled assets, and of our templates, beside the function. */
  LANTERN_ASSETS: z._default(z.string(), 'assets'),
  /** A folder that a task shares with the agent service, which reads a tree at the same path. */
  LANTERN_TREES: z._default(z.string(), tmpdir()),
});

export interface AwsPlatformOptions {
  readonly environment: Environment;
  readonly clients?: AwsClients;
  readonly clock?: Clock;
  /** For a local host in front of emulators, which bundles assets and holds sockets itself. */
  readonly assets?: Assets;
  readonly sockets?: Sockets;
  /** For the container of the agent service: the SDK is too large for functions. */
  readonly agents?: Agents;
  /** The folder of our templates, for a host that runs from the sources. */
  readonly templates?: string;
  readonly standIn?: readonly string[];
  readonly writeLog?: (line: string) => void;
}

/** Opens the cloud's home. SDKs are loaded, and services contacted, at the first use. */
export function openAws(options: AwsPlatformOptions): Platform {
  const { environment, clock = systemClock(), standIn, agents = noAgents } = options;
  const { TEMPLATES_DIR } = commonSettings(environment);
  const names = awsSettings(environment);
  const clients = options.clients ?? awsClients();
  const log = jsonLog({
    level: logLevelOf(names.LANTERN_SERVICE, environment),
    service: names.LANTERN_SERVICE,
    secrets: secretsOf(environment),
    write: options.writeLog ?? ((line) => process.stderr.write(`${line}\n`)),
    now: () => clock.now(),
  });
  const stored = { client: clients.dynamodb, table: names.LANTERN_TABLE };
  const bucket = { s3: clients.s3, bucket: names.LANTERN_BUCKET };
  const blobs = awsBlobs(bucket);
  const queue = lazyQueue({ sqs: clients.sqs, blobs, urls: names.LANTERN_QUEUES });
  const feed = lazyFeed({ ...stored, clock });
  const offload = lazyOffload();
  const secrets = awsSecrets({ ...stored, environment });
  const records = awsRecords({ ...stored, blobs, clock });
  const role = names.LANTERN_BEDROCK_ROLE;
  const management = () => clients.management(names.LANTERN_SOCKETS ?? '');
  const sockets = options.sockets ?? lazySockets({ management });
  return {
    home: cloud(environment),
    environment,
    log,
    records,
    blobs,
    queue,
    feed,
    sockets,
    logs: lazyLogs({ ...stored, ...bucket, feed, records, sockets, clock }),
    secrets,
    clock,
    trees: lazyTrees(blobs, names.LANTERN_TREES),
    assets: options.assets ?? lazyAssets(names.LANTERN_ASSETS),
    templates: lazyTemplates({
      root: options.templates ?? join(names.LANTERN_ASSETS, 'templates'),
      replaced: TEMPLATES_DIR,
    }),
    // The files of the image or bundle that runs.
    readFile: readLocalFile,
    offload,
    agents,
    transcripts: lazyTranscripts(blobs),
    ...outbound({
      environment,
      clock,
      log,
      blobs,
      secrets,
      clones: join(tmpdir(), 'lantern-clones'),
      neutral: join(tmpdir(), 'lantern-neutral'),
      ...(standIn && { standIn }),
      ...(role !== undefined && {
        bedrock: async () => {
          const { bedrockVariables } =
            await import('#core/platform/adapters/aws/clients/bedrock-role.ts');
          return bedrockVariables({ sts: clients.sts, role });
        },
      }),
    }),
    sandbox: noSandbox,
    async close() {
      await agents.close();
      await offload.close();
      await queue.close();
      await feed.close();
      await records.close();
      await clients.close();
    },
  };
}

const queueCalls: readonly (keyof Queue)[] = [
  ...(['send', 'receive', 'open', 'acknowledge', 'release', 'extend', 'depth', 'close'] as const),
];

/** Requests that only read send nothing. */
function lazyQueue(options: AwsQueueOptions): Queue {
  return lazyCalls(queueCalls, async () => {
    const { awsQueue } = await import('#core/platform/adapters/aws/queue/queue.ts');
    return awsQueue(options);
  });
}

/** Only progress and logs use feeds: other functions do not load them. */
function lazyFeed(options: AwsFeedOptions): Feed {
  const feed = lazy(async () => {
    const { awsFeed } = await import('#core/platform/adapters/aws/feed/feed.ts');
    return awsFeed(options);
  });
  return {
    ...lazyCalls(['append', 'read', 'last', 'delete', 'close'], feed),
    async *subscribe(name, place) {
      yield* (await feed()).subscribe(name, place);
    },
  };
}

/** Only pages and what they load read assets. */
function lazyAssets(folder: string): Assets {
  return lazyCalls(['path', 'find'], async () => {
    const { awsAssets } = await import('#core/platform/adapters/aws/assets.ts');
    return awsAssets({ folder });
  });
}

/** Only functions of services with live pages send to sockets. */
function lazySockets(options: AwsSocketsOptions): Sockets {
  return lazyCalls(['send', 'close'], async () => {
    const { awsSockets } = await import('#core/platform/adapters/aws/sockets/sockets.ts');
    return awsSockets(options);
  });
}

/** Only the session search reads transcripts. */
function lazyTranscripts(blobs: Blobs): Transcripts {
  return lazyCalls(['list', 'compute', 'problem', 'uploadLink'], async () => {
    const { awsTranscripts } = await import('#core/platform/adapters/aws/transcripts.ts');
    return awsTranscripts({ blobs });
  });
}

const logCalls: readonly (keyof Logs)[] = [
  ...(['append', 'search', 'summaries', 'histogram', 'prune', 'copies', 'indexing'] as const),
  ...(['follow', 'resume', 'leave', 'push', 'close'] as const),
];

/** Only the webhook receiver and the log viewer use logs. */
function lazyLogs(options: AwsLogsOptions): Logs {
  return lazyCalls(logCalls, async () => {
    const { awsLogs } = await import('#core/platform/adapters/aws/logs/logs.ts');
    return awsLogs(options);
  });
}

/** Only what asks a model or writes to people reads templates. */
function lazyTemplates(options: TemplatesOptions): Templates {
  return lazyCalls(['read'], async () => {
    const { fileTemplates } = await import('#core/platform/adapters/local/templates.ts');
    return fileTemplates(options);
  });
}

/** Only steps of long work open trees: other functions do not load the code that packs them. */
function lazyTrees(blobs: Blobs, directory: string): Trees {
  const trees = lazyCalls(['keep', 'open', 'gather', 'forget', 'list'], async () => {
    const { awsTrees } = await import('#core/platform/adapters/aws/trees/trees.ts');
    return awsTrees({ blobs, directory: join(directory, 'lantern-trees') });
  });
  return {
    ...trees,
    at: (directory) =>
      lazyCalls(['directory', 'files', 'read', 'hash', 'lines', 'close'], async () => {
        const { treeFolder } = await import('#core/platform/adapters/rules/tree-folder.ts');
        return treeFolder(directory);
      }),
  };
}
