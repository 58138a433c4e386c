import { removeIdleSessions } from '#core/agent/sessions/remove-idle-sessions.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import type { HostContext } from '#core/http/host-context.ts';

/** Removes sessions without a prompt for an hour. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  await removeIdleSessions(context.lantern?.platform ?? (await openPlatform()));
}
