import { logsSettings } from '#core/logs/settings.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { removeBodiesBefore } from './kept-body.ts';

type Needs = Pick<Platform, 'blobs' | 'clock' | 'environment'>;

/** A row names its body until it expires, a moment after it was written. */
const marginDays = 2;
const dayMilliseconds = 86_400_000;

/** Removes the bodies of expired rows. */
export async function sweepBodies({ blobs, clock, environment }: Needs): Promise<void> {
  const days = logsSettings(environment).LOG_RETENTION_DAYS + marginDays;
  await removeBodiesBefore(blobs, new Date(clock.now().getTime() - days * dayMilliseconds));
}
