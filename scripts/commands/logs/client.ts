import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { isLoopback, settings } from '#core/platform/settings.ts';
import { readHttpUrl, withoutSlashes } from '#core/text/url.ts';
import { usage } from '../line/group.ts';

export interface LogsClient {
  readonly server: string;
  /** A refusal of the server becomes a Failure with its message. */
  load(path: string, method?: string): Promise<Response>;
  ask<Answer>(path: string, method?: string): Promise<Answer>;
}

export const logsClientSettings = settings({
  /** the server of `lantern logs`; unset: this folder's service */
  LANTERN_LOGS_SERVER: z.optional(z.string()),
  /** its `LOGS_KEY`, for deliveries; unset: on this machine the one of the environment */
  LANTERN_LOGS_KEY: z.optional(z.string()),
});

export function logsClient(variables: Environment, named: string | undefined): LogsClient {
  const { LANTERN_LOGS_SERVER, LANTERN_LOGS_KEY } = logsClientSettings(variables);
  const own = `http://127.0.0.1:${variables['WEBHOOK_SERVER_PORT'] ?? '5000'}`;
  const server = withoutSlashes(named ?? LANTERN_LOGS_SERVER ?? own);
  const url = readHttpUrl(server);
  if (!url) {
    throw usage(`The address of the server is not a URL: ${server}`);
  }
  // The key of this machine's server is not sent to another one.
  const isHere = isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  const key = LANTERN_LOGS_KEY ?? (isHere ? variables['LOGS_KEY']?.trim() : undefined);

  async function load(path: string, method = 'GET'): Promise<Response> {
    const headers = {
      accept: 'application/json',
      ...(key && { authorization: `Bearer ${key}` }),
    };
    const response = await fetch(server + path, { method, headers }).catch((error: unknown) => {
      const { cause } = error as { cause?: { code?: string; message?: string } };
      const reason = cause?.code ?? cause?.message ?? String(error);
      throw new Failure('upstream', 'no_answer', `No answer from ${server} (${reason})`);
    });
    if (response.ok) return response;
    const help = response.status === 401 ? ': set LANTERN_LOGS_KEY to the LOGS_KEY of it' : '';
    throw new Failure('forbidden', `status_${response.status}`, (await textOf(response)) + help);
  }

  return {
    server,
    load,
    ask: async <Answer>(path: string, method?: string) =>
      (await (await load(path, method)).json()) as Answer,
  };
}

async function textOf(response: Response): Promise<string> {
  try {
    const { detail } = (await response.json()) as { detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // Not our form of error: probably from a proxy.
  }
  return `The server answered ${response.status}`;
}
