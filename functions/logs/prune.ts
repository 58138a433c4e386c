import type { HostContext } from '#core/http/host-context.ts';
import { pruneLogs } from '#core/logs/prune-logs.ts';
import { platform as openPlatform } from '#core/home/platform.ts';

/** Removes days beyond the retention. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  await pruneLogs(context.lantern?.platform ?? (await openPlatform()));
}
