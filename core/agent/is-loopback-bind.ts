import type { Environment } from '../platform/ports/environment.ts';
import { isLoopback } from '../platform/settings.ts';

export function isDevelopment(environment: Environment): boolean {
  return environment['DEV_MODE'] === 'true';
}

/** Whether the service listens on this machine alone. */
export function isLoopbackBind(environment: Environment): boolean {
  const host = environment['SIDECAR_HOST']?.trim();
  return host ? isLoopback(host) : !isDevelopment(environment);
}
