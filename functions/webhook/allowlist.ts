import { onEvent } from '#core/jobs/on-event.ts';
import { refreshAllowlist } from '#core/webhook/allowlist/refresh-allowlist.ts';

/** Reads the published addresses again. */
export const handler = onEvent((platform) => refreshAllowlist(platform));
