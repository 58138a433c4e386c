import * as z from 'zod/mini';
import type { Environment } from '#core/platform/ports/environment.ts';
import { settings } from '#core/platform/settings.ts';
import { keyHeader, readServer, serverClient, type ServerClient } from '../line/server-client.ts';

export const logsClientSettings = settings({
  /** the server of `lantern logs`; unset: this folder's service */
  LANTERN_LOGS_SERVER: z.optional(z.string()),
  /** its `LOGS_KEY`, for deliveries; unset: on this machine the one of the environment */
  LANTERN_LOGS_KEY: z.optional(z.string()),
});

export function logsClient(variables: Environment, serverName: string | undefined): ServerClient {
  const { LANTERN_LOGS_SERVER, LANTERN_LOGS_KEY } = logsClientSettings(variables);
  const own = `http://127.0.0.1:${variables['WEBHOOK_SERVER_PORT'] ?? '5000'}`;
  const server = readServer(serverName ?? LANTERN_LOGS_SERVER ?? own);
  return serverClient(variables, {
    server,
    variable: 'LANTERN_LOGS_SERVER',
    headers: keyHeader(server, LANTERN_LOGS_KEY, variables['LOGS_KEY']?.trim()),
    explain: (status, detail) =>
      status === 401 ? `${detail}: set LANTERN_LOGS_KEY to the server’s LOGS_KEY` : detail,
  });
}
