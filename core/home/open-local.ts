import { isAbsolute, join, resolve } from 'node:path';
import { secretsOf } from '#core/text/secrets-of.ts';
import { lazyAgents } from './agents.ts';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localFeed } from '#core/platform/adapters/local/feed/feed.ts';
import { localLogs } from '#core/platform/adapters/local/logs/logs.ts';
import { keptPrograms } from '#core/platform/adapters/local/programs/kept-programs.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { readLocalFile } from '#core/platform/adapters/local/read-file.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { localSecrets } from '#core/platform/adapters/local/secrets.ts';
import { fileTemplates } from '#core/platform/adapters/local/templates.ts';
import { localTranscripts } from '#core/platform/adapters/local/transcripts/transcripts.ts';
import { localTrees } from '#core/platform/adapters/local/trees.ts';
import { localSockets, type LocalSockets } from '#core/platform/adapters/local/sockets.ts';
import { laptop } from './homes.ts';
import { jsonLog } from './json-log.ts';
import { logLevelOf } from './log-level.ts';
import { outbound } from './outbound.ts';
import { transcriptFolders } from './transcript-folders.ts';
import { commonSettings } from '#core/platform/settings.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { QueueDefinition } from '#core/platform/ports/queue.ts';

export interface LocalOptions {
  readonly service: string;
  readonly environment: Environment;
  /** The data directory; created if it is absent. */
  readonly directory: string;
  /** The SQLite file. */
  readonly database: string;
  readonly queues: readonly QueueDefinition[];
  readonly standIn?: readonly string[];
  /** The service's cache folder cannot be used. */
  readonly bypassesIndex?: boolean;
  readonly clock?: Clock;
  readonly writeLog?: (line: string) => void;
  /** A helper process without work ends after this time. Default: 30 seconds. */
  readonly helperIdleMilliseconds?: number;
}

export interface LocalPlatform extends Platform {
  /** For the gateway, which accepts connections. */
  readonly connections: LocalSockets;
}

/** Opens the laptop's home: SQLite and files. Fails with Failure('configuration'). */
export function openLocal(options: LocalOptions): LocalPlatform {
  const { service, environment, queues, standIn } = options;
  const directory = resolve(options.directory);
  const root = join(import.meta.dirname, '..');
  const templates = fileTemplates({ root, replaced: commonSettings(environment).TEMPLATES_DIR });
  const clock = options.clock ?? systemClock();
  const log = jsonLog({
    level: logLevelOf(service, environment),
    service,
    secrets: secretsOf(environment),
    write: options.writeLog ?? ((line) => process.stderr.write(`${line}\n`)),
    now: () => clock.now(),
  });
  const blobs = localBlobs({ directory });
  const database = openDatabase({ file: options.database });
  const queue = localQueue({ database, blobs, clock, queues });
  const feed = localFeed({ database });
  const { helperIdleMilliseconds: idleMilliseconds } = options;
  const helpers = idleMilliseconds === undefined ? {} : { idleMilliseconds };
  const offload = childOffload(helpers);
  const secrets = localSecrets({
    environment,
    directory: join(directory, 'secrets'),
    apart: keysApart(environment),
  });
  const connections = localSockets();
  const logs = localLogs({
    directory: join(directory, 'logs'),
    clock,
    connections,
    offload: childOffload({ ...helpers, children: 1 }),
    log,
  });
  const records = localRecords(database, { clock });
  const agents = lazyAgents({ directory, clock, environment });
  const programs = keptPrograms({ directory: join(directory, 'ai-calls'), clock });
  return {
    home: laptop,
    environment,
    log,
    records,
    blobs,
    queue,
    feed,
    sockets: connections.sockets,
    logs,
    secrets,
    clock,
    trees: localTrees({ directory: join(directory, 'trees') }),
    assets: localAssets({ root }),
    templates,
    readFile: readLocalFile,
    offload,
    agents,
    transcripts: localTranscripts({
      folders: transcriptFolders(environment),
      offload,
      bypassesIndex: options.bypassesIndex,
    }),
    ...outbound({
      environment,
      clock,
      log,
      blobs,
      secrets,
      clones: join(directory, 'clones'),
      neutral: join(directory, 'neutral'),
      programs,
      ...(standIn && { standIn }),
    }),
    connections,
    async close() {
      await agents.close();
      await offload.close();
      programs.close();
      connections.close();
      await logs.close();
      await queue.close();
      await feed.close();
      await records.close();
      await database.close();
    },
  };
}

/** The key of a database lies under the user data directory: a copy of the data has no key.
 * Undefined: no such directory is known. */
function keysApart({ XDG_DATA_HOME = '', HOME = '' }: Environment) {
  const userData = isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : HOME && join(HOME, '.local/share');
  if (userData === '') return undefined;
  return { names: ['APP_ENCRYPTION_KEY'], directory: join(userData, 'lantern') };
}
