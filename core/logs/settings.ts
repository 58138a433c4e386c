import * as z from 'zod/mini';
import type { Environment } from '#core/platform/ports/environment.ts';
import { integer, settings } from '#core/platform/settings.ts';

/** The log viewer's variables, read once. */
export const logsSettings = settings({
  /** the log viewer answers only when this is exactly `true` */
  ENABLE_LOG_SERVER: z.optional(z.string()),
  /** `/mcp` answers only when this is exactly `true` */
  ENABLE_MCP_SERVER: z.optional(z.string()),
  /** the key to received deliveries and their replay, as a bearer key or in the login of `/logs`;
   * without it only this machine reads them */
  LOGS_KEY: z.optional(z.string()),
  /** days that log entries and deliveries are kept; while it is not set, older files that somebody
   * copied into the folder stay until a button of `/logs` deletes them */
  LOG_RETENTION_DAYS: integer(90, 1),
  /** megabytes of log files that are kept: the oldest days are removed first */
  LOG_RETENTION_MB: integer(10_000, 1),
});

export function isRetentionSet({ LOG_RETENTION_DAYS: value = '' }: Environment): boolean {
  return value.trim() !== '';
}

/** Other spellings, such as `True` or `1`, do not count. */
export function isViewerOn({ ENABLE_LOG_SERVER: value }: Environment): boolean {
  return value === 'true';
}

export function isMcpOn({ ENABLE_MCP_SERVER: value }: Environment): boolean {
  return value === 'true';
}
