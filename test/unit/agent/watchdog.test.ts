import { describe, expect, it } from 'vitest';
import { watchdog } from '#core/agent/start-agent.ts';
import type { Fetch, FetchReply } from '#core/platform/ports/fetch.ts';
import { manualClock } from '#test/support/manual-clock.ts';

/** The seconds of each look, and whether the watchdog fired. */
async function watch(statuses: readonly number[]) {
  const clock = manualClock('2026-03-01T12:00:00.000Z');
  const began = clock.now().getTime();
  const looks: number[] = [];
  const stop = new AbortController();
  const fetch: Fetch = async () => {
    looks.push((clock.now().getTime() - began) / 1_000);
    const status = statuses[looks.length - 1];
    if (status === undefined) stop.abort();
    if (status === 0) throw new Error('unreachable');
    return { status: status ?? 200 } as FetchReply;
  };
  const fired = watchdog({ clock, fetch, log: () => {} }, 'http://parent.example', stop.signal);
  for (let round = 0; round < statuses.length + 3; round += 1) await clock.advance(30_000);
  return { looks, fired: await fired };
}

describe('the watchdog', () => {
  it('looks first after 60 and 30 seconds, and fires after six failures in a row', async () => {
    expect(await watch([0, 500, 0, 404, 0, 0])).toEqual({
      ...{ looks: [90, 120, 150, 180, 210, 240], fired: true },
    });
  });

  it('begins to count again after a success', async () => {
    const { looks, fired } = await watch([0, 0, 0, 0, 0, 200, 0, 0, 0, 0, 0]);
    expect([looks.length, fired]).toEqual([12, false]);
  });
});
