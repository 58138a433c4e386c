import * as z from 'zod/mini';
import { integer, settings } from '../platform/settings.ts';

export const agentSettings = settings({
  /** a URL that is asked while the service runs; after 6 failures in a row it stops itself */
  SIDECAR_WATCHDOG_URL: z.optional(z.string()),
  /** minutes without a prompt after which a session is removed */
  SIDECAR_IDLE_MINUTES: integer(60, 1),
});
