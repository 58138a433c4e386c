import { describe, expect, it } from 'vitest';
import type { Feed, FeedEntry } from '#core/platform/ports/feed.ts';
import { seeded } from '#test/support/seeded.ts';

/** The part of the Feed contract about subscriptions; called by feedContract(). */
export function feedSubscribeContract(
  use: () => Feed,
  fresh: () => string,
  disconnects: number,
): void {
  /** Takes `count` entries, then aborts. */
  const take = async (name: string, count: number, after?: number): Promise<FeedEntry[]> => {
    const stop = new AbortController();
    const taken: FeedEntry[] = [];
    const from = after === undefined ? {} : { after };
    for await (const entry of use().subscribe(name, { ...from, signal: stop.signal })) {
      taken.push(entry);
      if (taken.length >= count) stop.abort();
    }
    return taken;
  };
  const numbered = (first: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ cursor: first + n, body: `entry ${first + n}` }));
  const bodies = (first: number, count: number) => numbered(first, count).map(({ body }) => body);

  describe('subscribe', () => {
    it('gives what is there, then what comes', async () => {
      const name = fresh();
      await use().append(name, bodies(1, 3));
      const taking = take(name, 6);
      await use().append(name, bodies(4, 3));
      expect(await taking).toEqual(numbered(1, 6));
    });

    it('wakes for each of many appends, one after the other', async () => {
      const name = fresh();
      const stop = new AbortController();
      const iterator = use().subscribe(name, { signal: stop.signal })[Symbol.asyncIterator]();
      for (let n = 1; n <= 20; n++) {
        const next = iterator.next();
        // By the end of a read that began later the subscriber has looked and waits.
        await use().read(name);
        await use().append(name, bodies(n, 1));
        expect(await next).toEqual({ done: false, value: { cursor: n, body: `entry ${n}` } });
      }
      stop.abort();
      expect((await iterator.next()).done).toBe(true);
    });

    it('ends when the signal aborts: before, while waiting, between entries', async () => {
      const name = fresh();
      await use().append(name, bodies(1, 5));
      expect(await collect(use().subscribe(name, { signal: AbortSignal.abort() }))).toEqual([]);
      expect(await take(name, 2)).toEqual(numbered(1, 2));
      const stop = new AbortController();
      const waiting = collect(use().subscribe(name, { after: 5, signal: stop.signal }));
      await use().append(fresh(), ['elsewhere']);
      stop.abort();
      expect(await waiting).toEqual([]);
    });

    it('gives every subscriber everything', async () => {
      const name = fresh();
      const takers = Array.from({ length: 20 }, (_, n) => take(name, 60 - n, n));
      for (let n = 1; n <= 60; n += 5) await use().append(name, bodies(n, 5));
      const taken = await Promise.all(takers);
      for (const [n, seen] of taken.entries()) expect(seen).toEqual(numbered(n + 1, 60 - n));
    });

    it(`loses and repeats nothing over ${disconnects} disconnects (R6)`, async () => {
      const name = fresh();
      const random = seeded(20_261_120);
      const total = disconnects * 10;
      const write = async () => {
        for (let next = 1; next <= total;) {
          const parallel: Promise<number>[] = [];
          for (let calls = 1 + Math.floor(random() * 4); calls > 0 && next <= total; calls--) {
            const count = Math.min(1 + Math.floor(random() * 8), total - next + 1);
            parallel.push(use().append(name, bodies(next, count)));
            next += count;
          }
          await Promise.all(parallel);
        }
      };
      const received: FeedEntry[] = [];
      let connections = 0;
      const read = async () => {
        while (received.length < total) {
          const left = total - received.length;
          const after = received.at(-1)?.cursor ?? 0;
          const count = Math.min(left, 1 + Math.floor((random() * 2 * total) / disconnects));
          const taken = await take(name, count, after);
          // What arrived before the cut counts; a careless client may have lost the rest.
          received.push(...taken.slice(0, Math.max(1, Math.ceil(taken.length * random()))));
          connections++;
        }
      };
      await Promise.all([write(), read()]);
      expect(received.map(({ cursor }) => cursor)).toEqual(received.map((_, n) => n + 1));
      expect(received).toEqual(await use().read(name, { limit: 10_000 }));
      expect(received.map(({ body }) => body).toSorted()).toEqual(bodies(1, total).toSorted());
      expect(connections).toBeGreaterThanOrEqual(disconnects);
    }, 120_000);
  });
}

async function collect(subscription: AsyncIterable<FeedEntry>): Promise<FeedEntry[]> {
  const all: FeedEntry[] = [];
  for await (const entry of subscription) all.push(entry);
  return all;
}
