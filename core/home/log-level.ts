import * as z from 'zod/mini';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { LogLevel } from '#core/platform/ports/log.ts';
import { commonSettings, logLevel, settings } from '#core/platform/settings.ts';

export const agentLogSettings = settings({
  /** `LOG_LEVEL` of the agent service alone; unset: `LOG_LEVEL` */
  SIDECAR_LOG_LEVEL: z.optional(logLevel),
});

export function logLevelOf(service: string, environment: Environment): LogLevel {
  const { DEBUG, LOG_LEVEL } = commonSettings(environment);
  if (DEBUG) return 'DEBUG';
  const own = service === 'agent' ? agentLogSettings(environment).SIDECAR_LOG_LEVEL : undefined;
  return own ?? LOG_LEVEL;
}
