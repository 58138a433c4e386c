import { Failure } from '#core/platform/failure.ts';
import { isLoopback } from '#core/platform/settings.ts';
import { readHttpUrl, withoutSlashes } from '#core/text/url.ts';
import { usage } from './group.ts';

export interface ServerClient {
  readonly server: string;
  /** The answer as JSON. A refusal of the server becomes a Failure with its message. */
  ask<Answer>(method: string, path: string, body?: object): Promise<Answer>;
  /** The response as it is. */
  load(path: string): Promise<Response>;
}

interface Options {
  readonly server: string;
  readonly key: string | undefined;
  /** The key of the server in this folder: it is sent to this machine only. */
  readonly localKey?: string | undefined;
  /** What to say about a refusal. */
  readonly explain: (status: number, detail: string, server: string) => string;
}

export function serverClient(options: Options): ServerClient {
  const server = withoutSlashes(options.server);
  const url = readHttpUrl(server);
  if (!url) throw usage(`The address of the server is not a URL: ${server}`);
  const isHere = isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  const key = options.key ?? (isHere ? options.localKey : undefined);

  async function load(path: string, method = 'GET', body?: object): Promise<Response> {
    const response = await fetch(server + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      const { cause } = error as { cause?: { code?: string; message?: string } };
      const reason = cause?.code ?? cause?.message ?? String(error);
      throw new Failure('upstream', 'no_answer', `No answer from ${server} (${reason})`);
    });
    if (response.ok) return response;
    const { status } = response;
    const text = options.explain(status, detailOf(status, await response.text()), server);
    throw new Failure('forbidden', `status_${status}`, text);
  }

  return {
    server,
    load,
    ask: async <Answer>(method: string, path: string, body?: object) =>
      (await (await load(path, method, body)).json()) as Answer,
  };
}

function detailOf(status: number, text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // Not our form of error: probably from a proxy.
  }
  return `The server answered ${status}`;
}
