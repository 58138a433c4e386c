import * as z from 'zod';
import { Failure } from '../platform/failure.ts';
import type { Environment } from '../platform/ports.ts';
import { isLoopback, port, settings } from '../platform/settings.ts';

const read = settings({
  SIDECAR_PORT: port(9100),
  SIDECAR_HOST: z.string().optional(),
  SIDECAR_KEY: z.string().optional(),
  SIDECAR_DATA_DIR: z.string().optional(),
  DEV_MODE: z.string().optional(),
  XDG_DATA_HOME: z.string().optional(),
  HOME: z.string().default('.'),
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
