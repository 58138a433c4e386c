import { environment } from '#core/platform/config.ts';
import { Failure } from '#core/platform/failure.ts';
import { isLoopback } from '#core/platform/settings.ts';

export interface DocsClient {
  readonly server: string;
  /** The answer as JSON; what the server refuses is a Failure in its own words. */
  ask<Answer>(method: string, path: string, body?: object): Promise<Answer>;
  /** The answer as it comes. */
  load(path: string): Promise<Response>;
}

/** Talks to the server that `--server` or LANTERN_SERVER names, else to the one of this folder. */
export function docsClient(named: string | undefined): DocsClient {
  const variables = environment();
  const own = `http://127.0.0.1:${variables['PORT'] ?? '8000'}`;
  const server = (named ?? variables['LANTERN_SERVER'] ?? own).replace(/\/+$/, '');
  if (!/^https?:\/\/[^/]+/.test(server) || !URL.canParse(server)) {
    throw new Failure('invalid', 'usage', `Not a server's address: ${server}`);
  }
  const key = keyFor(new URL(server).hostname, variables);

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
    const help =
      response.status === 401 ? `: set LANTERN_KEY to a key that ${server} gave out` : '';
    throw new Failure('forbidden', `status_${response.status}`, (await textOf(response)) + help);
  }

  return {
    server,
    load,
    async ask<Answer>(method: string, path: string, body?: object) {
      return (await (await load(path, method, body)).json()) as Answer;
    },
  };
}

/** ADMIN_KEY is this machine's: another one does not get to see it. */
function keyFor(host: string, variables: ReturnType<typeof environment>): string | undefined {
  const { LANTERN_KEY: given, ADMIN_KEY: own } = variables;
  if (given !== undefined && given !== '') return given;
  return isLoopback(host.replace(/^\[|\]$/g, '')) ? own : undefined;
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // Not ours: a proxy on the way, most likely.
  }
  return `The server answered ${response.status}`;
}
