import { describe, expect, it } from 'vitest';
import type { Sockets } from '#core/platform/ports/systems/sockets.ts';
import { allTests } from '#test/support/at-end.ts';
import { expectFailure } from '#test/support/expect-failure.ts';

/** The far end of one connection. */
export interface SocketClient {
  readonly connection: string;
  /** The next message that arrives. */
  next(): Promise<string>;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;
  /** Ends it from the far side; resolves when the home has noticed. */
  leave(): Promise<void>;
}

export interface OpenSockets {
  readonly sockets: Sockets;
  connect(): Promise<SocketClient>;
}

const longest = 128 * 1024;

/** What ports.ts promises of Sockets. */
export function socketsContract(name: string, open: () => Promise<OpenSockets>): void {
  describe(`sockets: ${name}`, () => {
    const opened = allTests(open);
    const sockets = () => opened().sockets;

    it('sends text to the one connection, in order', async () => {
      const [one, two] = [await opened().connect(), await opened().connect()];
      const texts = ['a', '', 'ü 🌍\n', '{"json":true}'];
      for (const text of texts) expect(await sockets().send(one.connection, text)).toBe(true);
      expect(await sockets().send(two.connection, 'other')).toBe(true);
      for (const text of texts) expect(await one.next()).toBe(text);
      expect(await two.next()).toBe('other');
      await Promise.all([one.leave(), two.leave()]);
    });

    it('says false when the connection is gone or never was', async () => {
      const client = await opened().connect();
      expect(await sockets().send(client.connection, 'here')).toBe(true);
      await client.leave();
      expect(await sockets().send(client.connection, 'gone')).toBe(false);
      expect(await sockets().send('never-was', 'x')).toBe(false);
    });

    it('takes 128 KiB and refuses one byte more', async () => {
      const client = await opened().connect();
      const text = 'ü'.repeat(longest / 2);
      expect(await sockets().send(client.connection, text)).toBe(true);
      expect(await client.next()).toBe(text);
      await expectFailure(sockets().send(client.connection, `${text}x`), 'too-large');
      expect(await sockets().send(client.connection, 'still here')).toBe(true);
      expect(await client.next()).toBe('still here');
      await client.leave();
      await expectFailure(sockets().send('never-was', `${text}x`), 'too-large');
    });

    it('closes a connection, and nothing when it is absent or repeated', async () => {
      const [one, two] = [await opened().connect(), await opened().connect()];
      await sockets().send(one.connection, 'last words');
      await sockets().close(one.connection);
      expect(await one.next()).toBe('last words');
      await one.closed;
      expect(await sockets().send(one.connection, 'x')).toBe(false);
      await sockets().close(one.connection);
      await sockets().close('never-was');
      expect(await sockets().send(two.connection, 'untouched')).toBe(true);
      expect(await two.next()).toBe('untouched');
      await two.leave();
    });
  });
}
