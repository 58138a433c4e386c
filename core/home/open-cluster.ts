import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretsOf } from '#core/text/secrets-of.ts';
import { awsTranscripts } from '#core/platform/adapters/aws/transcripts.ts';
import { awsTrees } from '#core/platform/adapters/aws/trees/trees.ts';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { readLocalFile } from '#core/platform/adapters/local/read-file.ts';
import { localSockets, type LocalSockets } from '#core/platform/adapters/local/sockets.ts';
import { fileTemplates } from '#core/platform/adapters/local/templates.ts';
import { openPostgres } from '#core/platform/adapters/postgres/database/database.ts';
import { postgresFeed } from '#core/platform/adapters/postgres/feed/feed.ts';
import { postgresLogs } from '#core/platform/adapters/postgres/logs/logs.ts';
import { postgresQueue } from '#core/platform/adapters/postgres/queue/queue.ts';
import { postgresRecords } from '#core/platform/adapters/postgres/records/records.ts';
import { postgresSchedules } from '#core/platform/adapters/postgres/schedules.ts';
import { postgresSecrets } from '#core/platform/adapters/postgres/secrets.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { QueueDefinition } from '#core/platform/ports/queue.ts';
import { commonSettings } from '#core/platform/settings.ts';
import { clusterBlobs } from './cluster-blobs.ts';
import { readClusterSettings } from './cluster-settings.ts';
import { cluster } from './homes.ts';
import { jsonLog } from './json-log.ts';
import { logLevelOf } from './log-level.ts';
import { noAgents } from './no-agents.ts';
import { outbound } from './outbound.ts';

export interface ClusterOptions {
  readonly service: string;
  readonly environment: Environment;
  readonly queues: readonly QueueDefinition[];
  readonly standIn?: readonly string[];
  readonly clock?: Clock;
  readonly writeLog?: (line: string) => void;
}

export interface ClusterPlatform {
  readonly platform: Platform;
  readonly connections: LocalSockets;
  /** Fails when a store does not answer, or cannot be used. */
  readonly check: () => Promise<void>;
}

/** Opens a replica of a service: PostgreSQL and a store of objects, which are contacted at their first
 * use. Fails with Failure('configuration'). */
export function openCluster(options: ClusterOptions): ClusterPlatform {
  const { service, environment, queues, standIn, clock = systemClock() } = options;
  const { url, connections: size, secretsKey, objects } = readClusterSettings(environment);
  const root = join(import.meta.dirname, '..');
  const log = jsonLog({
    level: logLevelOf(service, environment),
    service,
    secrets: [...secretsOf(environment), secretsKey, decodeURIComponent(new URL(url).password)],
    write: options.writeLog ?? ((line) => process.stderr.write(`${line}\n`)),
    now: () => clock.now(),
  });
  const files = clusterBlobs(service, objects);
  const { blobs } = files;
  const database = openPostgres({ url, schema: `lantern_${service}`, connections: size });
  const queue = postgresQueue({ database, blobs, clock, queues });
  const feed = postgresFeed({ database });
  const records = postgresRecords({ database, clock });
  const secrets = postgresSecrets({ database, environment, key: secretsKey });
  const offload = childOffload();
  const connections = localSockets();
  const logs = postgresLogs({ database, clock, connections, log });
  const temporary = join(tmpdir(), `lantern-${service}`);
  let isChecked = false;
  return {
    connections,
    async check() {
      await database.query('SELECT 1');
      if (!isChecked) await files.check();
      isChecked = true;
    },
    platform: {
      home: cluster,
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
      schedules: postgresSchedules({ database, clock }),
      trees: awsTrees({ blobs, directory: join(temporary, 'trees') }),
      assets: localAssets({ root }),
      templates: fileTemplates({ root, replaced: commonSettings(environment).TEMPLATES_DIR }),
      readFile: readLocalFile,
      offload,
      // The agent service keeps its conversations in a folder: it runs with the laptop's adapters.
      agents: noAgents,
      transcripts: awsTranscripts({ blobs }),
      ...outbound({
        environment,
        clock,
        log,
        blobs,
        secrets,
        clones: join(temporary, 'clones'),
        neutral: join(temporary, 'neutral'),
        ...(standIn && { standIn }),
      }),
      async close() {
        await offload.close();
        connections.close();
        await logs.close();
        await queue.close();
        await feed.close();
        await records.close();
        await database.close();
        await files.close();
      },
    },
  };
}
