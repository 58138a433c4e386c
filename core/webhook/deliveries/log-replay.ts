import { viewerLogger } from '#core/logs/loggers.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { findConfiguration } from '../configuration/find-configuration.ts';

interface Replayed {
  readonly delivery_id: string;
  readonly replay_of: string;
}

type Needs = Pick<Platform, 'blobs' | 'clock' | 'environment' | 'home' | 'log' | 'logs'>;

/** Writes to the viewer's own log what was replayed. */
export async function logReplay(
  needs: Needs,
  replays: readonly Replayed[],
  isDryRun: boolean,
): Promise<void> {
  const configuration = await findConfiguration(needs);
  const timestamp = needs.clock.now().toISOString();
  const how = isDryRun ? 'as a dry run ' : '';
  await needs.logs.append(
    replays.map(({ delivery_id, replay_of }) => ({
      ...{ type: 'log_entry', timestamp, level: 'INFO', logger_name: viewerLogger },
      message: `Delivery ${replay_of} is replayed ${how}as ${delivery_id}`,
    })),
    configuration?.logsServerLogFile ?? 'logs-server.log',
  );
}
