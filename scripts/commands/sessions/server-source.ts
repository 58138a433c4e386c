import type { Environment } from '#core/platform/ports/environment.ts';
import { keyHeader, readServer, serverClient } from '../line/server-client.ts';
import type { Source, Store, Typed } from './source.ts';

/** Asks a server. SESSIONINFO_KEY is its key. */
export function serverSource(url: string, variables: Environment): Source & Store {
  const server = readServer(url);
  const client = serverClient(variables, {
    server,
    variable: '--server-url',
    headers: keyHeader(server, variables['SESSIONINFO_KEY']?.trim()),
    explain: (status, detail) =>
      status === 401 ? 'The server refused the key: set SESSIONINFO_KEY to its key' : detail,
  });
  const read = <Answer>(path: string, query: Typed = {}) => client.ask<Answer>({ path, query });
  const session = (id: string) => `/sessions/${encodeURIComponent(id)}`;
  return {
    server,
    search: (query) => read('/search', query),
    messages: (query) => read('/search/messages', query),
    history: (query) => read('/search/history', query),
    list: (limit) => read('/sessions', { limit }),
    session: (id) => read(session(id)),
    read: (id, limit) => read(`${session(id)}/messages`, { limit }),
    files: () => read('/uploads'),
    startUpload: (path) => client.ask({ method: 'POST', path: '/uploads', body: { path } }),
    close: async () => {},
  };
}
