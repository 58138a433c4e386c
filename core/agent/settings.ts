import * as z from 'zod/mini';
import { parsed, settings } from '../platform/settings.ts';
import { readWebUrl, webUrlProblem } from '../text/url.ts';

const moments = ['start', 'demand'] as const;

export const agentSettings = settings({
  /** a URL that is asked while the service runs; after 6 failures in a row it stops itself */
  SIDECAR_WATCHDOG_URL: z.optional(parsed(webUrlProblem, readWebUrl)),
  /** when the models are discovered: at the `start`, or on `demand`, which saves memory until then */
  SIDECAR_DISCOVERY: z._default(
    parsed('must be start or demand', (text) => moments.find((moment) => moment === text)),
    'start',
  ),
});
