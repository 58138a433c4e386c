import { onEvent } from '#core/jobs/on-event.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { refreshAllowlist } from '#core/webhook/allowlist/refresh-allowlist.ts';

/** Reads the published addresses again. */
export const handler = onEvent((platform) => refreshAllowlist(platform));

/** Refuses the start when senders are to be verified and no list of addresses can be read. A wrong
 * file does not: it may be corrected without a restart. */
export async function start(platform: Platform): Promise<void> {
  await refreshAllowlist(platform);
}
