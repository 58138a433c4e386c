import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Page, Query } from '#core/platform/ports/records.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { reopen } from './lease.ts';
import { replayBody } from './read-work.ts';
import { deadLetters, type DeadLetter } from './tables.ts';

type Needs = Pick<Platform, 'records' | 'queue' | 'clock'>;

const maxCutLength = 64 * 1024;

/** Keeps a message that was given up, with its error. Repeated: the first record stays. */
export async function storeDeadLetter(
  { records, clock }: Omit<Needs, 'queue'>,
  letter: Omit<DeadLetter, 'died_at' | 'replayed_at'>,
): Promise<void> {
  const died_at = clock.now().toISOString();
  try {
    await records.insert(deadLetters, { ...letter, died_at, replayed_at: null });
  } catch (failure) {
    // A body beyond what a record holds is cut: the beginning tells what it was; replayed, it ends
    // here again. Without a letter the message would come back for ever.
    if (isFailure(failure, 'too-large')) {
      return storeDeadLetter(
        { records, clock },
        { ...letter, body: letter.body.slice(0, maxCutLength) },
      );
    }
    if (!isFailure(failure, 'conflict', 'exists')) throw failure;
  }
}

/** The latest first. */
export async function listDeadLetters(
  { records }: Pick<Needs, 'records'>,
  queue: string,
  page: Pick<Query<DeadLetter>, 'limit' | 'cursor'> = {},
): Promise<Page<DeadLetter>> {
  return records.list(deadLetters, {
    index: 'by_queue',
    where: { queue },
    order: 'descending',
    ...page,
  });
}

const maxCounted = 1_000;

/** Those that nobody has sent again, of the newest of each queue. */
export async function countDeadLetters(
  needs: Pick<Needs, 'records'>,
  queues: readonly { readonly queue: string }[],
): Promise<number> {
  const pages = await Promise.all(
    queues.map(({ queue }) => listDeadLetters(needs, queue, { limit: maxCounted })),
  );
  return pages.flatMap(({ rows }) => rows).filter((letter) => letter.replayed_at === null).length;
}

/** Sends it again, with all its tries. The record stays and says so; repeated: 'conflict'. After
 * a crash half way, or in a race, it may be sent twice: that is still one work, and runs once. */
export async function replay(needs: Needs, id: string): Promise<void> {
  const { records, queue, clock } = needs;
  const letter = await records.get(deadLetters, { id });
  if (!letter) throw new Failure('missing', 'no_dead_letter', `Dead letter '${id}' not found`);
  if (letter.replayed_at !== null) throw replayed(id);
  await reopen(needs, letter.work);
  const group = letter.group ?? undefined;
  await queue.send(letter.queue, replayBody(letter.work, letter.body), { group });
  const replayed_at = clock.now().toISOString();
  try {
    await records.update(deadLetters, { id }, { replayed_at }, { replayed_at: null });
  } catch (error) {
    throw isFailure(error, 'conflict', 'changed') ? replayed(id) : error;
  }
}

function replayed(id: string): Failure {
  return new Failure('conflict', 'replayed', `Dead letter '${id}' was sent again already`);
}
