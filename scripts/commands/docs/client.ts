import * as z from 'zod/mini';
import type { Environment } from '#core/platform/ports/environment.ts';
import { settings } from '#core/platform/settings.ts';
import { readHttpUrl } from '#core/text/url.ts';
import { keyHeader, readServer, serverClient, type ServerClient } from '../line/server-client.ts';
import { inWords } from './words.ts';

export const clientSettings = settings({
  /** the server of `lantern docs`; unset: this folder's service */
  LANTERN_DOCS_SERVER: z.optional(z.string()),
  /** your API key there; unset: on this machine its `ADMIN_KEY` */
  LANTERN_DOCS_KEY: z.optional(z.string()),
  /** @internal the analysis's */
  LANTERN_SERVER: z.optional(z.string()),
  /** @internal the analysis's */
  LANTERN_KEY: z.optional(z.string()),
});

/** Calls the server that `--server` or the environment names, else the local one. */
export function docsClient(variables: Environment, serverName: string | undefined): ServerClient {
  const { LANTERN_DOCS_SERVER, LANTERN_SERVER, ...keys } = clientSettings(variables);
  // LANTERN_SERVER may also name a profile of the analysis command line.
  const shared = readHttpUrl(LANTERN_SERVER ?? '') && LANTERN_SERVER;
  const own = `http://127.0.0.1:${variables['PORT'] ?? '8000'}`;
  const server = readServer(serverName ?? LANTERN_DOCS_SERVER ?? shared ?? own);
  const key = keys.LANTERN_DOCS_KEY ?? keys.LANTERN_KEY;
  return serverClient(variables, {
    server,
    variable: 'LANTERN_DOCS_SERVER',
    headers: keyHeader(server, key, variables['ADMIN_KEY']),
    explain(status, detail) {
      const help = status === 401 ? `: set LANTERN_DOCS_KEY to a key that ${server} gave out` : '';
      return inWords(status, detail) + help;
    },
  });
}
