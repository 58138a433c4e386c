import { describe, expect, it } from 'vitest';
import type { Feed } from '#core/platform/ports/feed.ts';
import type { Followers } from '#core/platform/ports/followers.ts';
import type { Sockets } from '#core/platform/ports/sockets.ts';
import { eachTest } from '#test/support/each-test.ts';

export interface FollowersWorld {
  readonly followers: Followers;
  readonly feed: Feed;
  close(): Promise<void>;
}

type Message = readonly [connection: string, feed: string, cursor: number, body?: string];

interface Sent {
  readonly feed: string;
  readonly cursor: number;
  readonly body?: string;
}

/** Connections that are open until they are closed, and refuse what a WebSocket API refuses. */
export function openConnections() {
  const messages: Message[] = [];
  const gone = new Set<string>();
  const attempts: string[] = [];
  const sockets: Sockets = {
    async send(connection, text) {
      attempts.push(connection);
      if (Buffer.byteLength(text) > 128 * 1024) throw new Error('the message is too large');
      if (gone.has(connection)) return false;
      const { feed, cursor, body } = JSON.parse(text) as Sent;
      const place = [connection, feed, cursor] as const;
      messages.push(body === undefined ? place : [...place, body]);
      return true;
    },
    close: async (connection) => void gone.add(connection),
  };
  return { messages, attempts, sockets };
}

/** What ports/followers.ts promises. */
export function followersContract(
  name: string,
  open: (connections: ReturnType<typeof openConnections>) => Promise<FollowersWorld>,
): void {
  describe(`followers: ${name}`, () => {
    const world = eachTest(async () => {
      const connections = openConnections();
      return { ...connections, ...(await open(connections)) };
    });
    /** By connection and cursor, each once. */
    const received = () => {
      const byPlace = new Map(world().messages.map((one) => [one.slice(0, 3).join(' '), one]));
      return [...byPlace.values()].sort((one, other) => (String(one) < String(other) ? -1 : 1));
    };
    const arrives = (expected: Message[]) => expect.poll(received).toEqual(expected);

    it('what is there after the cursor comes, then what is appended (R6)', async () => {
      const { followers, feed } = world();
      await feed.append('logs', ['a', 'b']);
      await followers.follow('one', 'logs', 1);
      await followers.follow('two', 'logs', 2);
      await followers.follow('three', 'other', 0);
      await feed.append('logs', ['c']);
      await feed.append('other', ['x']);
      await arrives([
        ['one', 'logs', 2, 'b'],
        ['one', 'logs', 3, 'c'],
        ['three', 'other', 1, 'x'],
        ['two', 'logs', 3, 'c'],
      ]);
    });

    it('another feed takes the place of the first, and who leaves is sent nothing', async () => {
      const { followers, feed } = world();
      await followers.follow('one', 'logs', 0);
      await followers.follow('two', 'logs', 0);
      await followers.follow('one', 'other', 0);
      await followers.leave('two');
      await followers.leave('two');
      await feed.append('logs', ['a']);
      await feed.append('other', ['x']);
      await arrives([['one', 'other', 1, 'x']]);
    });

    it('a connection that is gone is forgotten', async () => {
      const { followers, feed, sockets, attempts } = world();
      await followers.follow('gone', 'logs', 0);
      await followers.follow('stays', 'logs', 0);
      await sockets.close('gone');
      for (const [at, body] of ['a', 'b', 'c'].entries()) {
        await feed.append('logs', [body]);
        await expect.poll(() => received().length).toBe(at + 1);
      }
      await expect.poll(() => attempts.filter((to) => to === 'gone')).toEqual(['gone']);
    });

    it('an entry that is too large for a message comes without its body', async () => {
      const { followers, feed } = world();
      await followers.follow('one', 'logs', 0);
      await feed.append('logs', ['\u0001'.repeat(30_000), 'small']);
      await arrives([
        ['one', 'logs', 1],
        ['one', 'logs', 2, 'small'],
      ]);
    });
  });
}
