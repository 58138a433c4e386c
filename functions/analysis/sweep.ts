import type { HostContext } from '#core/http/host-context.ts';
import { sweepIdentity } from '#core/identity/sweep.ts';
import { platform as openPlatform } from '#core/home/platform.ts';

/** Removes sessions and counts of wrong keys that have expired. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  const platform = context.lantern?.platform ?? (await openPlatform());
  const swept = await sweepIdentity(platform);
  if (swept > 0) platform.log('INFO', 'swept', { swept });
}
