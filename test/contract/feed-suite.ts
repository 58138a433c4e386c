import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eventWriter } from '#core/agent/event-writer.ts';
import type { Feed, FeedEntry } from '#core/platform/ports/feed.ts';
import { allTests } from '#test/support/at-end.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { feedSubscribeContract } from './feed-subscribe-suite.ts';

export interface FeedCapabilities {
  /** How often the subscriber of the resume case is cut off. */
  readonly disconnects?: number;
}

export interface OpenFeed {
  readonly feed: Feed;
}

/** What ports.ts promises of Feed. Cases share one store and use a feed each. */
export function feedContract(
  name: string,
  open: () => Promise<OpenFeed>,
  capabilities: FeedCapabilities = {},
): void {
  describe(`feed: ${name}`, () => {
    const opened = allTests(open);
    const feed = () => opened().feed;
    let cases = 0;
    const fresh = () => `case-${++cases}`;

    it('numbers entries 1, 2, 3 … and gives them back as written', async () => {
      const name = fresh();
      expect(await feed().append(name, ['a', 'b'])).toBe(2);
      expect(await feed().append(name, ['c'])).toBe(3);
      expect(await feed().last(name)).toBe(3);
      expect(await feed().read(name)).toEqual(entries(1, ['a', 'b', 'c']));
    });

    it.each([
      [{}, 1, 1000],
      [{ limit: 10_000 }, 1, 1205],
      [{ limit: 3 }, 1, 3],
      [{ after: 0, limit: 1 }, 1, 1],
      [{ after: 999 }, 1000, 1205],
      [{ after: 1000, limit: 5 }, 1001, 1005],
      [{ after: 1204 }, 1205, 1205],
      [{ after: 1205 }, 1206, 1205],
      [{ after: 5000 }, 5001, 1205],
    ])('reads %j of 1,205 entries', async (options, first, last) => {
      const bodies = Array.from({ length: 1205 }, (_, n) => `entry ${n + 1}`);
      if ((await feed().last('paging')) === 0) await feed().append('paging', bodies);
      expect(await feed().read('paging', options)).toEqual(
        entries(first, bodies.slice(first - 1, last)),
      );
    });

    it('keeps every text as it is', async () => {
      const name = fresh();
      const bodies = [
        '',
        ' ',
        '\n',
        'a\nb\r\nc\u2028d',
        '{"json": "\\n"}',
        'ü 🌍 日本',
        '\u0000\u0007',
        '"',
        '\\',
      ];
      await feed().append(name, bodies);
      expect(await feed().read(name)).toEqual(entries(1, bodies));
    });

    it('keeps feeds of any name apart', async () => {
      const names = [
        'a/b',
        'a%2Fb',
        'a%2fb',
        'a b',
        'ä',
        'A',
        'a',
        '..',
        '.',
        'a\nb',
        '../../etc',
        'a.b',
      ].concat(['%', 'x'.repeat(300), 'x'.repeat(301), '🚀', 'a:b', 'a#b', '*']);
      for (const name of names) await feed().append(name, [`of ${name}`]);
      for (const name of names) expect(await feed().read(name)).toEqual(entries(1, [`of ${name}`]));
      for (const name of names) await feed().delete(name);
    });

    it('takes an entry of 256 KiB and refuses one byte more', async () => {
      const name = fresh();
      const largest = 'ü'.repeat(128 * 1024);
      expect(Buffer.byteLength(largest)).toBe(256 * 1024);
      await feed().append(name, ['before', largest]);
      await expectFailure(feed().append(name, ['small', `${largest}x`]), 'too-large');
      const tooMany = Array.from({ length: 13 }, () => largest);
      await expectFailure(feed().append(name, tooMany), 'too-large', 'append_too_large');
      await feed().append(name, ['after']);
      expect(await feed().read(name)).toEqual(entries(1, ['before', largest, 'after']));
    });

    it('keeps the whole text of an agent, of any length', async () => {
      const name = fresh();
      const text = '\u0001ü🚀'.repeat(300_000);
      const events = eventWriter(feed(), name);
      events.push({ type: 'text', text });
      events.push({ type: 'text', text: 'end' });
      events.push({ type: 'tool_start', tool: 't'.repeat(300_000), call: '1' });
      await events.settled();
      const parts = (await feed().read(name)).map(
        ({ body }) => JSON.parse(body) as { text?: string },
      );
      expect(parts.map((part) => part.text ?? '').join('') === `${text}end`).toBe(true);
      expect(parts.at(-1)).toEqual({ type: 'tool_start', tool: 't'.repeat(200), call: '1' });
    });

    it('keeps the events of an agent that could not be written at once (R6)', async () => {
      const name = fresh();
      let isOut = true;
      const append = (...entries: Parameters<Feed['append']>) =>
        isOut ? Promise.reject(new Error('full')) : feed().append(...entries);
      const events = eventWriter({ append }, name);
      events.push({ type: 'text', text: 'a' });
      await Promise.resolve();
      events.push({ type: 'tool_start', tool: 't', call: '1' });
      await expect(events.settled()).rejects.toThrow('full');
      isOut = false;
      events.push({ type: 'text', text: 'b' });
      await events.settled();
      const bodies = (await feed().read(name)).map(({ body }) => JSON.parse(body) as object);
      expect(bodies).toMatchObject([{ text: 'a' }, { tool: 't' }, { text: 'b' }]);
    });

    it('gives 64 racing writers one order without gaps, each call in one piece', async () => {
      const name = fresh();
      const calls = Array.from({ length: 64 * 4 }, (_, call) =>
        Array.from({ length: (call % 5) + 1 }, (_, part) => `${call}.${part}`),
      );
      const acknowledged = new Map<number, readonly string[]>();
      const writer = async (first: number) => {
        let before = 0;
        for (let call = first; call < calls.length; call += 64) {
          const last = await feed().append(name, calls[call] ?? []);
          expect(last).toBeGreaterThan(before);
          before = last;
          acknowledged.set(last, calls[call] ?? []);
        }
      };
      await Promise.all(Array.from({ length: 64 }, (_, n) => writer(n)));
      const all = await feed().read(name, { limit: 10_000 });
      expect(all.map(({ cursor }) => cursor)).toEqual(all.map((_, n) => n + 1));
      expect(all).toHaveLength(calls.flat().length);
      expect(acknowledged.size).toBe(calls.length);
      for (const [last, bodies] of acknowledged) {
        const run = all.slice(last - bodies.length, last).map(({ body }) => body);
        expect(run).toEqual(bodies);
      }
    });

    it('never shows an entry before all that precede it', async () => {
      const name = fresh();
      let writing = true;
      const watch = async () => {
        while (writing) {
          const seen = await feed().read(name, { limit: 10_000 });
          expect(seen.map(({ cursor }) => cursor)).toEqual(seen.map((_, n) => n + 1));
          expect(await feed().last(name)).toBeGreaterThanOrEqual(seen.length);
          // A read from memory does not yield to the writer.
          await setImmediate();
        }
      };
      const write = async () => {
        for (let n = 0; n < 20; n++) {
          const four = [0, 1, 2, 3].map((part) => feed().append(name, [`${n}.${part}`, 'x']));
          const last = Math.max(...(await Promise.all(four)));
          expect((await feed().read(name, { after: last - 1 }))[0]?.cursor).toBe(last);
        }
      };
      await Promise.all([watch(), write().finally(() => (writing = false))]);
    });

    it('is gone after delete, and begins anew', async () => {
      const name = fresh();
      const other = fresh();
      await feed().append(name, ['a', 'b', 'c']);
      await feed().append(other, ['kept']);
      await feed().delete(name);
      await feed().delete(name);
      expect(await feed().read(name)).toEqual([]);
      expect(await feed().last(name)).toBe(0);
      expect(await feed().append(name, ['new'])).toBe(1);
      expect(await feed().read(name)).toEqual(entries(1, ['new']));
      expect(await feed().read(other)).toEqual(entries(1, ['kept']));
    });

    feedSubscribeContract(feed, fresh, capabilities.disconnects ?? 25);
  });
}

export function entries(first: number, bodies: readonly string[]): FeedEntry[] {
  return bodies.map((body, n) => ({ cursor: first + n, body }));
}
