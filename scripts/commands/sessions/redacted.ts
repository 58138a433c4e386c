import { maskSecrets } from '#core/text/mask.ts';
import type { Source } from './source.ts';

/** Masks what looks like a secret in each text, before texts are joined or cut for the terminal. */
export function redacted(source: Source): Source {
  return {
    search: async (query) => masked(await source.search(query)),
    messages: async (query) => masked(await source.messages(query)),
    history: async (query) => masked(await source.history(query)),
    list: async (limit) => masked(await source.list(limit)),
    session: async (id) => masked(await source.session(id)),
    read: async (id, limit) => masked(await source.read(id, limit)),
    close: () => source.close(),
  };
}

function masked<Data>(data: Data): Data {
  const text = JSON.stringify(data);
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'string' ? maskSecrets(value) : value,
  ) as Data;
}
