import * as z from 'zod/mini';
import { Failure } from '../platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { isLoopback, port, settings } from '../platform/settings.ts';

const read = settings({
  SESSIONINFO_PORT: port(8080),
  SESSIONINFO_HOST: z._default(z.string(), '127.0.0.1'),
  SESSIONINFO_KEY: z.optional(z.string()),
  XDG_CACHE_HOME: z.optional(z.string()),
  HOME: z._default(z.string(), '.'),
});

/** Stored sessions hold what people typed: they are not shown to a network without a key. */
export function sessionsSettings(environment: Environment) {
  const values = read(environment);
  if (!isLoopback(values.SESSIONINFO_HOST) && values.SESSIONINFO_KEY === undefined) {
    const message =
      'SESSIONINFO_KEY must be set when SESSIONINFO_HOST is not a loopback address: it is the bearer key of the search API';
    throw new Failure('configuration', 'no_key', message);
  }
  return values;
}
