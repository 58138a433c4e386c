import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { readHttpUrl, withoutSlashes } from '#core/text/url.ts';
import { usage } from '../line/group.ts';
import type { Source, Store, Typed } from './source.ts';

/** Asks a server. SESSIONINFO_KEY is its key. */
export function serverSource(url: string, variables: Environment): Source & Store {
  const server = withoutSlashes(url);
  if (!readHttpUrl(server)) {
    throw usage(`The address of the server is not a URL: ${url}`);
  }
  const key = variables['SESSIONINFO_KEY']?.trim();

  async function ask<Answer>(path: string, query: Typed = {}, body?: object): Promise<Answer> {
    const search = new URLSearchParams(query).toString();
    const response = await fetch(`${server}${path}${search && `?${search}`}`, {
      method: body ? 'POST' : 'GET',
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
    if (response.ok) return (await response.json()) as Answer;
    const text = await response.text();
    throw new Failure('forbidden', `status_${response.status}`, refusal(response.status, text));
  }

  const session = (id: string) => `/sessions/${encodeURIComponent(id)}`;
  return {
    server,
    search: (query) => ask('/search', query),
    messages: (query) => ask('/search/messages', query),
    history: (query) => ask('/search/history', query),
    list: (limit) => ask('/sessions', { limit }),
    session: (id) => ask(session(id)),
    read: (id, limit) => ask(`${session(id)}/messages`, { limit }),
    files: () => ask('/uploads'),
    startUpload: (path) => ask('/uploads', {}, { path }),
    close: async () => {},
  };
}

function refusal(status: number, text: string): string {
  if (status === 401) return 'The server refused the key: set SESSIONINFO_KEY to its key';
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // Not our form of error: probably from a proxy.
  }
  return `The server answered ${status}`;
}
