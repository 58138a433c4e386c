import * as z from 'zod/mini';
import { Failure } from '../platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { isLoopback, port, settings } from '../platform/settings.ts';

const read = settings({
  SIDECAR_PORT: port(9100),
  SIDECAR_HOST: z.optional(z.string()),
  SIDECAR_KEY: z.optional(z.string()),
  SIDECAR_DATA_DIR: z.optional(z.string()),
  DEV_MODE: z.optional(z.string()),
  XDG_DATA_HOME: z.optional(z.string()),
  HOME: z._default(z.string(), '.'),
});

/** An agent runs commands: beyond loopback it wants a key, except in development. */
export function agentSettings(environment: Environment) {
  const values = read(environment);
  const isDevelopment = values.DEV_MODE === 'true';
  const host = values.SIDECAR_HOST ?? (isDevelopment ? '0.0.0.0' : '127.0.0.1');
  if (!isLoopback(host) && values.SIDECAR_KEY === undefined && !isDevelopment) {
    const message =
      'SIDECAR_KEY must be set when SIDECAR_HOST is not a loopback address: it is the bearer key of the sidecar';
    throw new Failure('configuration', 'no_key', message);
  }
  const home = values.XDG_DATA_HOME ?? `${values.HOME}/.local/share`;
  return {
    host,
    port: values.SIDECAR_PORT,
    directory: values.SIDECAR_DATA_DIR ?? `${home}/lantern/agent`,
  };
}
