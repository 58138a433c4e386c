import * as z from 'zod/mini';
import type { Clock } from '#core/platform/ports/clock.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { FetchReply } from '#core/platform/ports/fetch.ts';
import { rateLimitWait } from '#core/platform/retries.ts';
import type { SendToScm } from './send.ts';

const rateLimit = z.object({ resources: z.object({ core: z.object({ remaining: z.number() }) }) });

/**
 * Sends with the token that has most requests left, as the host says before the first request, and
 * goes on with another one when it is refused for a rate limit. One sender for each token.
 */
export function tokenChoice(clock: Clock, senders: readonly SendToScm[]): SendToScm {
  let order: Promise<SendToScm[]> | undefined;
  return async (request) => {
    const all = await (order ??= byRemaining(senders));
    let reply: FetchReply | undefined;
    for (const send of [...all]) {
      reply = await send(request);
      if (rateLimitWait(reply, clock.now()) === undefined) return reply;
      // The others come first from now on.
      all.push(...all.splice(all.indexOf(send), 1));
    }
    return reply as FetchReply;
  };
}

async function byRemaining(senders: readonly SendToScm[]): Promise<SendToScm[]> {
  if (senders.length === 1) return [...senders];
  const limits = await Promise.all(
    senders.map(async (send) => ({ send, remaining: await remainingOf(send) })),
  );
  return limits.sort((one, other) => other.remaining - one.remaining).map(({ send }) => send);
}

/** 0: the host did not say; a token that is not valid comes last. */
async function remainingOf(send: SendToScm): Promise<number> {
  try {
    const reply = await send({
      method: 'GET',
      path: '/rate_limit',
      accept: 'application/vnd.github+json',
      timeoutMilliseconds: 10_000,
      maxBytes: 1024 * 1024,
    });
    if (reply.status === 401) return -1;
    return rateLimit.safeParse(JSON.parse(reply.text())).data?.resources.core.remaining ?? 0;
  } catch (error) {
    if (isFailure(error) || error instanceof SyntaxError) return 0;
    throw error;
  }
}
