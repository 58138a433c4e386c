import { Failure } from '#core/platform/failure.ts';
import { whileUnchanged } from '#core/platform/while-unchanged.ts';
import { clientOf } from '#core/text/address-ranges.ts';
import type { GuessNeeds } from './count-wrong-key.ts';
import { maxWaitSeconds, wrongKeys } from './tables.ts';

/**
 * Checks a key of a client, with a limit on wrong ones: the 60th within a minute blocks the client's
 * address, each further one that is new for twice as long. A blocked client's keys are all refused,
 * right ones too, or guessing could go on: Failure('too-many') says how long. Sessions are not affected.
 */
export async function guarded<Who>(
  needs: GuessNeeds,
  address: string,
  key: string,
  look: () => Promise<Who | undefined>,
): Promise<Who | undefined> {
  const client = clientOf(address);
  const read = () => needs.records.get(wrongKeys, { client });
  const reading = whileUnchanged(needs.records, `wrong keys ${client}`, read);
  const [row, who] = await Promise.all([reading, look()]);
  const wait = Date.parse(row?.blocked_until ?? '') - needs.clock.now().getTime();
  // A longer one was set while the clock was ahead.
  if (wait > 0 && wait <= maxWaitSeconds * 1000) throw tooMany(Math.ceil(wait / 1000));
  if (who === undefined) {
    const { countWrongKey } = await import('./count-wrong-key.ts');
    await countWrongKey(needs, { client, key }, row);
  }
  return who;
}

function tooMany(seconds: number): Failure {
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  const message = `Too many wrong API keys from your address. Try again in ${wait}.`;
  return new Failure('too-many', 'too_many_guesses', message, {
    extra: { headers: { 'retry-after': String(seconds) } },
  });
}
