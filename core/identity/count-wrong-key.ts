import { hash } from 'node:crypto';
import { isWritten, untilWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { maxWaitSeconds, wrongKeys } from './tables.ts';

export type GuessNeeds = Pick<Platform, 'records' | 'clock' | 'log'>;

type Row = Stored<ReturnType<typeof wrongKeys.parse>>;

/** Fewer wrong keys in a minute cause no delay: a team behind one address mistypes keys too. */
const free = 60;
const minute = 60_000;
const firstSeconds = 10;
const maxKeys = 20;

interface Wrong {
  readonly client: string;
  readonly key: string;
}

/** Counts a wrong key of a client and blocks the client after too many. `row` was read before. */
export async function countWrongKey(
  needs: GuessNeeds,
  { client, key }: Wrong,
  row: Row | undefined,
): Promise<void> {
  const { records, log } = needs;
  const mark = hash('sha256', key, 'hex').slice(0, 8);
  // A program that does not know of its new key asks again and again.
  if (row && row.blocks > 0 && row.keys.includes(mark)) return;
  const failures = await add(needs, client, row, mark);
  log('WARNING', 'a key was not accepted', { client, failures });
  if (failures < free) return;
  const blocks = row?.blocks ?? 0;
  const seconds = Math.min(firstSeconds * 2 ** blocks, maxWaitSeconds);
  const changes = {
    blocks: blocks + 1,
    blocked_until: after(needs, seconds * 1000),
    // The row outlives the block, so that the next block is twice as long.
    expires_at: after(needs, (seconds + maxWaitSeconds) * 1000),
  };
  // One of several concurrent failures blocks the client.
  const waits = await isWritten(records.update(wrongKeys, { client }, changes, { blocks }));
  if (waits) log('WARNING', 'guessing of keys is held up', { client, failures, seconds });
}

/** Failures so far, concurrent ones included. */
async function add(
  needs: GuessNeeds,
  client: string,
  row: Row | undefined,
  mark: string,
): Promise<number> {
  const { records } = needs;
  if (!row) {
    const expires_at = after(needs, minute);
    const fresh = { failures: 1, blocks: 0, blocked_until: null, expires_at, keys: [mark] };
    const isFirst = await isWritten(records.insert(wrongKeys, { client, ...fresh }));
    if (isFirst) return 1;
  }
  return untilWritten(async () => {
    const now = await records.get(wrongKeys, { client });
    // Expired just now.
    if (!now) return 1;
    const { failures } = now;
    const keys = [...now.keys.filter((other) => other !== mark), mark].slice(-maxKeys);
    await records.update(wrongKeys, { client }, { failures: failures + 1, keys }, { failures });
    return failures + 1;
  });
}

function after({ clock }: GuessNeeds, milliseconds: number): string {
  return new Date(clock.now().getTime() + milliseconds).toISOString();
}
