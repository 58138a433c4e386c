import * as z from 'zod/mini';
import type { Environment } from '#core/platform/ports/environment.ts';
import { isLoopback, parsed, settings } from '#core/platform/settings.ts';
import { readWebUrl, webUrlProblem } from '#core/text/url.ts';

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

export function isDevelopment(environment: Environment): boolean {
  return environment['DEV_MODE'] === 'true';
}

/** Whether the service listens on this machine alone. */
export function isLoopbackBind(environment: Environment): boolean {
  const host = environment['SIDECAR_HOST']?.trim();
  return host ? isLoopback(host) : !isDevelopment(environment);
}
