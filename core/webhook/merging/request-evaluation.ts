import * as z from 'zod/mini';
import { isWritten } from '#core/platform/failure.ts';
import { table } from '#core/platform/table.ts';
import type { HandlerContext } from '../pulls/context.ts';

/** Pull requests whose evaluation waits in the queue: events that come meanwhile share it. */
export const evaluations = table({
  name: 'webhook_evaluations',
  version: 1,
  columns: z.object({
    repository: z.string(),
    number: z.int(),
    /** Should the message be lost, later events are not: they ask again from then on. */
    expires_at: z.string(),
  }),
  key: ['repository', 'number'],
  expires: 'expires_at',
});

export const evaluationQueue = 'webhook-evaluations';

export const evaluationMessage = z.object({
  repository: z.string(),
  number: z.int(),
  /** The delivery whose log gets the steps. */
  delivery: z.object({ id: z.string(), event: z.string(), sender: z.nullable(z.string()) }),
  /** Looks at the host that came too early. */
  looks: z._default(z.int(), 0),
  /** Times that the host was out. */
  outages: z._default(z.int(), 0),
});

export type EvaluationMessage = z.output<typeof evaluationMessage>;

/** A pull request is evaluated at most once in this time. */
export const delaySeconds = 3;
const expirySeconds = 60;

type Context = Pick<HandlerContext, 'platform' | 'delivery' | 'settings' | 'isDryRun'>;

/**
 * Has a pull request evaluated soon. The job deletes the row before it looks at the host: an event
 * before that shares the evaluation, an event after it asks for one more. A repeated delivery always
 * sends, since the run before it may have ended between row and message.
 */
export async function requestEvaluation(
  { platform, delivery, settings, isDryRun }: Context,
  number: number,
): Promise<{ readonly evaluation: string }> {
  if (isDryRun) return { evaluation: 'not in a dry run' };
  const { records, queue, clock } = platform;
  const repository = settings.fullName;
  const expires = new Date(clock.now().getTime() + expirySeconds * 1_000).toISOString();
  const row = { repository, number, expires_at: expires };
  const isFirst = await isWritten(records.insert(evaluations, row));
  if (!isFirst && !delivery.isRepeated) return { evaluation: 'waits already' };
  const { id, event, sender = null } = delivery;
  const message: EvaluationMessage = {
    repository,
    number,
    looks: 0,
    outages: 0,
    delivery: { id, event, sender },
  };
  await queue.send(evaluationQueue, JSON.stringify(message), { delaySeconds });
  return { evaluation: `in ${delaySeconds} s` };
}
