import { createHash } from 'node:crypto';
import type { Platform } from '#core/platform/ports/platform.ts';
import { progressFeed } from '#core/docs/progress.ts';

/** A running generation, and how much of its feed has been read. */
export interface Followed {
  readonly generation: string;
  readonly cursor: number;
}

interface Followable {
  /** The same for the same content. */
  readonly seen: string;
  readonly follows: readonly Followed[];
}

/** A short name of content that an address can carry. */
export function stateOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}

/** Less than clients and gateways wait for an answer. */
const waitMilliseconds = 10_000;
/** Each subscription may ask a database again and again. */
const mostFollowed = 10;

/** Reads content for a page that has shown `seen` already: when nothing else can be read, it is
 * read again after the next progress, so that each page of a generation shows as it comes. */
export async function readAfter<Content extends Followable>(
  needs: Pick<Platform, 'feed' | 'clock'>,
  seen: string | undefined,
  read: () => Promise<Content>,
): Promise<Content> {
  const content = await read();
  if (content.seen !== seen || content.follows.length === 0) return content;
  await nextProgress(needs, content.follows.slice(0, mostFollowed));
  return read();
}

async function nextProgress(
  { feed, clock }: Pick<Platform, 'feed' | 'clock'>,
  follows: readonly Followed[],
): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  void clock.sleep(waitMilliseconds, signal).then(() => stop.abort());
  const first = async ({ generation, cursor }: Followed) => {
    for await (const _ of feed.subscribe(progressFeed(generation), { after: cursor, signal })) {
      return;
    }
  };
  await Promise.race(follows.map(first)).finally(() => stop.abort());
}
