import { Failure, isFailure } from '../platform/failure.ts';
import type { Message, Page, Platform } from '../platform/ports.ts';
import { claim } from './lease.ts';
import { deadLetters, type DeadLetter } from './tables.ts';

type Needs = Pick<Platform, 'records' | 'queue' | 'clock'>;

/** Keeps a message that was given up, with its error. Repeated: the first record stays. */
export async function bury(
  { records, clock }: Omit<Needs, 'queue'>,
  message: Pick<Message, 'queue' | 'id' | 'attempts'> & { readonly body: string },
  error: string,
): Promise<void> {
  const { queue, id, attempts, body } = message;
  const died_at = clock.now().toISOString();
  const row = {
    id,
    queue,
    body,
    attempts,
    died_at,
    error: error.slice(0, 4_000),
    replayed_at: null,
  };
  try {
    await records.insert(deadLetters, row);
  } catch (failure) {
    if (!isFailure(failure, 'conflict', 'exists')) throw failure;
  }
}

export async function listDeadLetters(
  { records }: Pick<Needs, 'records'>,
  queue: string,
  limit = 100,
): Promise<Page<DeadLetter>> {
  return records.list(deadLetters, {
    index: 'by_queue',
    where: { queue },
    order: 'descending',
    limit,
  });
}

const replaySeconds = 60;

/** Sends it again as a new message. The record stays and says so; repeated: 'conflict'. After a
 * crash half way it can be sent again a minute later. */
export async function replay(needs: Needs, id: string): Promise<void> {
  const { records, queue, clock } = needs;
  const letter = await records.get(deadLetters, { id });
  if (!letter) throw new Failure('missing', 'no_dead_letter', `Dead letter '${id}' not found`);
  const claimed = await claim(needs, `replay ${id}`, replaySeconds);
  if (claimed.outcome !== 'claimed') {
    throw new Failure('conflict', 'replayed', `Dead letter '${id}' was sent again already`);
  }
  try {
    await queue.send(letter.queue, letter.body);
  } catch (error) {
    await claimed.lease.release();
    throw error;
  }
  await records.update(deadLetters, { id }, { replayed_at: clock.now().toISOString() });
  await claimed.lease.finish();
}
