import type { HostContext } from '#core/http/host-context.ts';
import { sweepSessions } from '#core/identity/sessions.ts';
import { platform as openPlatform } from '#core/platform/index.ts';

/** Removes sessions that have expired. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  const platform = context.lantern?.platform ?? (await openPlatform());
  const swept = await sweepSessions(platform);
  if (swept > 0) platform.log('INFO', 'expired sessions removed', { swept });
}
