import type { LogLimits, Logs, OldCopies } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isRetentionSet, logsSettings } from './settings.ts';

const exportSeconds = 3_600;

type Needs = Pick<Platform, 'environment' | 'logs'>;

/** One warning per process. */
const warned = new WeakSet<Logs>();

/** Removes the oldest days of the log beyond the retention, and exports whose links have expired. */
export async function pruneLogs(
  needs: Needs & Pick<Platform, 'blobs' | 'clock' | 'log'>,
): Promise<void> {
  const { blobs, clock, logs, log } = needs;
  const copies = await oldCopies(needs);
  if (!copies) await deleteOldLogs(needs);
  else if (!warned.has(logs)) {
    warned.add(logs);
    const text = `${copies.files} log files of ${copies.from} to ${copies.to} are beyond the retention. They are kept until LOG_RETENTION_DAYS is set, or until someone deletes them on /logs`;
    log('WARNING', text, { ...copies });
  }
  const oldest = clock.now().getTime() - exportSeconds * 1000;
  for await (const { key, modified } of blobs.list('exports/')) {
    if (modified.getTime() < oldest) await blobs.delete(key);
  }
}

/** Old files that somebody copied into the folder: they wait for a decision. */
export async function oldCopies({ environment, logs }: Needs): Promise<OldCopies | undefined> {
  return isRetentionSet(environment) ? undefined : logs.copies(limitsOf(environment));
}

/** Also copies. */
export async function deleteOldLogs({ environment, logs }: Needs): Promise<void> {
  await logs.prune(limitsOf(environment));
}

function limitsOf(environment: Platform['environment']): LogLimits {
  const { LOG_RETENTION_DAYS: days, LOG_RETENTION_MB } = logsSettings(environment);
  return { days, bytes: LOG_RETENTION_MB * 1024 * 1024 };
}
