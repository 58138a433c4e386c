import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { rejectedEvent } from '../deliveries/rejections.ts';

const maxShown = 5;

/** The newest ones. */
export async function readRejections({
  logs,
}: Pick<Platform, 'logs'>): Promise<readonly PlacedEntry[]> {
  const where = { event_type: rejectedEvent };
  return (await logs.search({ where }, { limit: maxShown })).entries;
}
