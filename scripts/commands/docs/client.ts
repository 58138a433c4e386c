import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { isLoopback, settings } from '#core/platform/settings.ts';
import { readHttpUrl, withoutSlashes } from '#core/text/url.ts';
import { usage } from '../line/group.ts';
import { inWords } from './words.ts';

export interface DocsClient {
  readonly server: string;
  /** The answer as JSON. A refusal of the server becomes a Failure with its message. */
  ask<Answer>(method: string, path: string, body?: object): Promise<Answer>;
  /** The response as it is. */
  load(path: string): Promise<Response>;
}

/** Calls the server that `--server` or the environment names, else the local one. */
export function docsClient(variables: Environment, named: string | undefined): DocsClient {
  const own = `http://127.0.0.1:${variables['PORT'] ?? '8000'}`;
  const server = withoutSlashes(named ?? serverIn(variables) ?? own);
  const url = readHttpUrl(server);
  if (!url) throw usage(`The address of the server is not a URL: ${server}`);
  const key = keyFor(url.hostname, variables);

  async function load(path: string, method = 'GET', body?: object): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (key !== undefined) headers['authorization'] = `Bearer ${key}`;
    if (body) headers['content-type'] = 'application/json';
    let response: Response;
    try {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      response = await fetch(server + path, init);
    } catch (error) {
      const { cause } = error as { cause?: { code?: string; message?: string } };
      const reason = cause?.code ?? cause?.message ?? String(error);
      throw new Failure('upstream', 'no_answer', `No answer from ${server} (${reason})`);
    }
    if (response.ok) return response;
    const { status } = response;
    const text = inWords(status, await textOf(response));
    const help = status === 401 ? `: set LANTERN_DOCS_KEY to a key that ${server} gave out` : '';
    throw new Failure('forbidden', `status_${status}`, text + help);
  }

  return {
    server,
    load,
    async ask<Answer>(method: string, path: string, body?: object) {
      return (await (await load(path, method, body)).json()) as Answer;
    },
  };
}

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

/** LANTERN_SERVER may also name a profile of the analysis command line. */
function serverIn(variables: Environment): string | undefined {
  const { LANTERN_DOCS_SERVER: own, LANTERN_SERVER: shared = '' } = clientSettings(variables);
  return own ?? (readHttpUrl(shared) && shared);
}

/** ADMIN_KEY is for this machine only: it is never sent to another one. */
function keyFor(host: string, variables: Environment): string | undefined {
  const { LANTERN_DOCS_KEY, LANTERN_KEY } = clientSettings(variables);
  const key = LANTERN_DOCS_KEY ?? LANTERN_KEY;
  if (key !== undefined) return key;
  return isLoopback(host.replace(/^\[|\]$/g, '')) ? variables['ADMIN_KEY'] : undefined;
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // Not our form of error: probably from a proxy.
  }
  return `The server answered ${response.status}`;
}
