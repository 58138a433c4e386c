import type { HostContext } from '#core/http/host-context.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import { refreshAllowlist } from '#core/webhook/allowlist/refresh-allowlist.ts';

/** Reads the published addresses again. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  await refreshAllowlist(context.lantern?.platform ?? (await openPlatform()));
}
