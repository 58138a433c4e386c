import type { Feed } from '../../ports/feed.ts';
import type { Followers } from '../../ports/followers.ts';
import type { Log } from '../../ports/log.ts';
import type { Sockets } from '../../ports/sockets.ts';
import { followerMessage } from '../rules/feed.ts';

interface Needs {
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly sockets: Pick<Sockets, 'send'>;
  readonly log: Log;
}

/** Each connection of this process has a subscription of its own. */
export function localFollowers({ feed, sockets, log }: Needs): Followers {
  const followed = new Map<string, AbortController>();

  async function send(
    connection: string,
    name: string,
    after: number,
    { signal }: AbortController,
  ) {
    for await (const entry of feed.subscribe(name, { after, signal })) {
      if (!(await sockets.send(connection, followerMessage(name, entry)))) return;
    }
  }

  return {
    async follow(connection, name, after) {
      followed.get(connection)?.abort();
      const own = new AbortController();
      followed.set(connection, own);
      void send(connection, name, after, own)
        .catch((error: unknown) => log('WARNING', 'a feed ended', { name, error: String(error) }))
        .finally(() => followed.get(connection) === own && followed.delete(connection));
    },

    async leave(connection) {
      followed.get(connection)?.abort();
    },
  };
}
