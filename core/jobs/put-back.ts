import { withLogFields } from '#core/home/log-fields.ts';
import type { Middleware } from '#core/http/middlewares/chain.ts';
import { backoff } from './backoff.ts';
import { errorText } from './error-text.ts';
import type { Delivery, WithRead } from './read-message.ts';

/** Puts a message back that could not be handled, such as in an outage. */
export function putBack(queue: string): Middleware<WithRead<unknown>, unknown, Delivery, boolean> {
  return {
    onError({ event: { message, platform }, context: { logFields = {} }, error }) {
      return withLogFields(logFields, async () => {
        const fields = { queue, id: message.id, error: errorText(error) };
        platform.log('ERROR', 'job could not begin or end', fields);
        const delay = backoff(message.attempts, Math.random());
        // When this fails as well, the message comes back by itself, only later.
        await platform.queue.release(message, delay).catch(() => undefined);
        return false;
      });
    },
  };
}
