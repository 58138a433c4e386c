import type { Platform } from '#core/platform/ports/platform.ts';
import { logsSettings } from './settings.ts';

const exportSeconds = 3_600;

type Needs = Pick<Platform, 'blobs' | 'clock' | 'environment' | 'logs'>;

/** Removes the oldest days of the log beyond the retention, and exports whose links have expired. */
export async function pruneLogs({ blobs, clock, environment, logs }: Needs): Promise<void> {
  const { LOG_RETENTION_DAYS: days, LOG_RETENTION_MB } = logsSettings(environment);
  await logs.prune({ days, bytes: LOG_RETENTION_MB * 1024 * 1024 });
  const oldest = clock.now().getTime() - exportSeconds * 1000;
  for await (const { key, modified } of blobs.list('exports/')) {
    if (modified.getTime() < oldest) await blobs.delete(key);
  }
}
